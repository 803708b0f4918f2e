import type { IDataObject as Data, INode, INodeParameters as Parameters } from 'n8n-workflow';
import { runNode } from '../support/engine/runNode';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const ANSWER_DELAY_MS = 400;
const ada = 'ada@example.com';
const grace = 'grace@example.com';
const joan = 'joan@example.com';

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
const continued = { onError: 'continueRegularOutput' as const };

const list = { __rl: true, mode: 'name', value: 'newsletter' };
const email = { subject: '={{ $json.text }}', body: 'Hello' };
const named = { email: '={{ $json.email }}', additionalFields: { name: '={{ $json.text }}' } };

/** Those that change something. */
const changes: Record<string, Parameters> = {
	'contact create': named,
	'contact upsert': named,
	'contact update': { email: '={{ $json.email }}', updateFields: { name: '={{ $json.text }}' } },
	'contact delete': { email: '={{ $json.email }}' },
	'email sendTransactional': { to: '={{ $json.email }}', ...email },
	'email sendToContacts': { list, contactEmails: '={{ $json.email }}', ...email },
	'email sendToList': { list, ...email },
	'portalSession create': {
		contactEmail: '={{ $json.email }}',
		returnUrl: 'https://example.com/',
	},
};

const reads: Record<string, Parameters> = {
	'contact get': { email: '={{ $json.email }}' },
	'contact getAll': {},
	'mailingList getAll': {},
};

const items = [ada, grace, joan].map((address, index) => ({
	email: address,
	text: `text ${index}`,
}));
const sameContact = items.map((item) => ({ ...item, email: ada }));

const isBulk = (name: string) => /create$|upsert/.test(name) && name.startsWith('contact');

beforeEach(() => {
	for (const address of [ada, grace, joan]) {
		service.sandbox.store.addContact({ email: address, subscribedToLists: ['newsletter'] });
	}
});

const run = async (name: string, inputs: Data[], node?: Partial<INode>) => {
	const [resource, operation] = name.split(' ');
	const parameters = { resource, operation, ...{ ...changes, ...reads }[name] };
	return await runNode({ credential: service.credential, parameters, items: inputs, node });
};

/** Of each request after the first, whether it arrived before the one in front of it was answered. */
const overlaps = () =>
	service.sandbox.journal
		.slice(1)
		.map(({ at }, index) => at - service.sandbox.journal[index].at < ANSWER_DELAY_MS);

/** Names in the order in which they reached the service. */
const arrived = () =>
	service.received.map(({ body }) => {
		const change = body as { contacts?: Data[]; name?: string };
		return (change.contacts ?? [change]).map(({ name }) => name).join(',');
	});

describe('"Stop"', () => {
	test.each(Object.keys(changes))('sends one %s after the answer to the other', async (name) => {
		service.sandbox.settings.answerDelayMs = ANSWER_DELAY_MS;
		// Items of the same contact never share a call; a contact that is gone cannot be deleted again.
		const { error } = await run(name, name === 'contact delete' ? items : sameContact);

		expect(error).toBeUndefined();
		expect(overlaps()).toEqual([false, false]);
	});

	test.each(Object.keys(reads))('asks for one %s beside the other', async (name) => {
		service.sandbox.settings.answerDelayMs = ANSWER_DELAY_MS;
		const { error } = await run(name, items);

		expect(error).toBeUndefined();
		expect(overlaps()).toEqual([true, true]);
	});

	test('sends what comes after a change that is repeated only when that is done', async () => {
		service.sandbox.faults.add({ endpoint: '*', skip: 1, status: 503 });
		await run('contact update', items);

		expect(arrived()).toEqual(['text 0', 'text 1', 'text 1', 'text 2']);
	});
});

describe('"Continue"', () => {
	const single = Object.keys({ ...changes, ...reads }).filter((name) => !isBulk(name));

	test.each(single)('sends one %s beside the other', async (name) => {
		service.sandbox.settings.answerDelayMs = ANSWER_DELAY_MS;
		const result = await run(name, items, continued);

		expect(result.items.filter(({ json }) => 'error' in json)).toEqual([]);
		expect(overlaps()).toEqual([true, true]);
	});

	test.each(Object.keys(changes).filter(isBulk))(
		'sends one call of %s beside the other when they hold different contacts',
		async (name) => {
			const contacts = Array.from({ length: 101 }, (_, index) => ({
				email: `new${index}@example.com`,
				text: `text ${index}`,
			}));
			service.sandbox.settings.answerDelayMs = ANSWER_DELAY_MS;
			await run(name, contacts, continued);

			expect(overlaps()).toEqual([true]);
		},
	);

	test.each(['contact upsert', 'contact update'])(
		'sends each %s of the same contact after the answer to the one before',
		async (name) => {
			service.sandbox.settings.answerDelayMs = ANSWER_DELAY_MS;
			await run(name, sameContact, continued);

			expect(overlaps()).toEqual([false, false]);
			expect(arrived()).toEqual(['text 0', 'text 1', 'text 2']);
			expect(service.sandbox.store.findContact(ada)?.name).toBe('text 2');
		},
	);

	test.each(['contact upsert', 'contact update'])(
		'keeps the order of %s when the first has to be repeated',
		async (name) => {
			service.sandbox.faults.add({ endpoint: '*', drop: 'before' });
			await run(name, sameContact, continued);

			expect(arrived()).toEqual(['text 0', 'text 0', 'text 1', 'text 2']);
			expect(service.sandbox.store.findContact(ada)?.name).toBe('text 2');
		},
	);

	test('does not let other contacts wait for a change that is repeated', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 503 });
		await run('contact update', [items[0], { ...items[1], email: ada }, items[2]], continued);

		expect(arrived()).toEqual(['text 0', 'text 2', 'text 0', 'text 1']);
	});

	test.each(['contact upsert', 'contact update'])(
		'and "Retry On Fail" do not let an earlier %s of a contact undo a later one',
		async (name) => {
			service.sandbox.faults.add({ endpoint: '*', status: 409 });
			const result = await run(name, sameContact, { ...continued, ...retry });

			expect(service.sandbox.store.findContact(ada)?.name).toBe('text 2');
			expect(result.items).toHaveLength(3);
			expect(arrived().slice(0, 3)).toEqual(['text 0', 'text 1', 'text 2']);
		},
	);
});

describe('cancelling', () => {
	const many = Array.from({ length: 30 }, (_, index) => ({
		email: `new${index % 2}@example.com`,
		text: `text ${index}`,
	}));

	test.each([
		{ name: 'email sendTransactional', on: 'Stop', node: {} },
		{ name: 'email sendTransactional', on: 'Continue', node: continued },
		{ name: 'contact upsert', on: 'Stop', node: {} },
		{ name: 'contact upsert', on: 'Continue', node: continued },
	])('ends $name with "$on", and nothing more is sent', async ({ name, node }) => {
		const cancelling = new AbortController();
		const { store } = service.sandbox;
		let changed = 0;
		store.onChange = () => {
			if (++changed === 4) cancelling.abort();
		};
		const [resource, operation] = name.split(' ');
		const { result } = await runNode({
			credential: service.credential,
			parameters: { resource, operation, ...changes[name] },
			items: many,
			node,
			signal: cancelling.signal,
		});
		store.onChange = () => {};
		const sent = service.received.length;
		// With the same key, these stand behind all that still waits for its turn.
		await run('email sendTransactional', items);

		expect(result.status).not.toBe('success');
		expect(sent).toBeLessThan(10);
		expect(service.received).toHaveLength(sent + items.length);
	});
});
