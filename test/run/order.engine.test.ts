import type { IDataObject as Data, INode } from 'n8n-workflow';
import { continued, type NodeRun, retry, runOn } from '../support/engine/runNode';
import {
	ada,
	addPeople,
	grace,
	joan,
	operations,
	parametersOf,
	strangers,
	type Item,
	type OperationName,
} from '../support/operations';
import { received, useSandbox } from '../support/useSandbox';
import type { Sandbox } from '../../sandbox/startSandbox';

interface Outcome {
	journal: Sandbox['journal'];
	/** Ada's name after the run. */
	adasName?: string | null;
	run: NodeRun;
}

const ANSWER_DELAY_MS = 1000;

/** Its default is "Stop". */
const STOP: Partial<INode> = {};

const numbered = (items: Item[]) =>
	items.map((item, index) => ({ ...item, text: `text ${index}` }));
const mary = { ...ada, email: 'mary@example.com' };
const everybody = numbered([ada, grace, joan, mary]);
const sameContact = numbered([ada, ada, ada]);

const ONE_BY_ONE: OperationName = 'email sendToList';

const service = useSandbox();

const run = async (
	name: OperationName,
	items: Data[],
	node: Partial<INode>,
	prepare: (sandbox: Sandbox) => void = () => {},
): Promise<Outcome> => {
	const { sandbox } = service;
	const { store, journal } = sandbox;
	addPeople(store);
	store.addContact({ email: mary.email, subscribedToLists: [mary.list] });
	prepare(sandbox);
	const ran = await runOn(service)(parametersOf(name), items, { node });
	return { journal, run: ran, adasName: store.findContact(ada.email)?.name };
};

const slowly =
	(answerDelayMs = ANSWER_DELAY_MS) =>
	({ settings }: Sandbox) => {
		Object.assign(settings, { answerDelayMs });
	};

/** Of each request after the first, whether it arrived before the one in front of it was answered. */
const overlaps = ({ journal }: Outcome) =>
	journal.slice(1).map(({ at }, index) => at - journal[index].at < ANSWER_DELAY_MS);

interface Change {
	contacts?: Array<{ name: string; email: string }>;
	name?: string;
	subject?: string;
}

/** Subject of each request, in order of arrival. */
const arrived = (outcome: Outcome) =>
	received(outcome).map(({ body }) => {
		const { contacts, name, subject } = body as Change;
		return contacts?.map((contact) => contact.name).join(',') ?? name ?? subject;
	});

describe('with answers that take their time, "Stop"', () => {
	test.each(operations)(
		'sends one $name beside the other, in item order',
		async ({ name, isBulk, idempotency }) => {
			const outcome = await run(name, isBulk ? strangers(301) : everybody, STOP, slowly());

			expect(outcome.run.error).toBeUndefined();
			// The second one may start before the first answer, which is overdue after a quarter of a second.
			const isSideBySide = name !== ONE_BY_ONE;
			expect(overlaps(outcome).slice(1)).toEqual([isSideBySide, isSideBySide]);
			if (idempotency === 'safe') return;
			const items = isBulk ? [1, 101, 201, 301] : everybody.map(({ email }) => email);
			expect(firstOfEach(outcome)).toEqual(
				isSideBySide ? items : everybody.map(({ text }) => text),
			);
		},
	);

	/** Identifies each request by its address, the number of its first stranger, or the subject of a newsletter. */
	const firstOfEach = (outcome: Outcome) =>
		received(outcome).map(({ body }) => {
			const { contacts, ...one } = body as Record<string, string> & Change;
			if (contacts) return Number(/\d+/.exec(contacts[0].email)?.[0]);
			return Object.values(one).find((value) => String(value).includes('@')) ?? one.subject;
		});
});

describe.each<OperationName>(['contact upsert', 'contact update'])(
	'two changes of the same contact with %s',
	(name) => {
		test('are sent one after the answer to the other', async () => {
			const outcome = await run(name, sameContact, STOP, slowly());

			expect(overlaps(outcome)).toEqual([false, false]);
			expect(arrived(outcome)).toEqual(['text 0', 'text 1', 'text 2']);
			expect(outcome.adasName).toBe('text 2');
		});

		test('keep their order when the first has to be repeated', async () => {
			const outcome = await run(name, sameContact, STOP, ({ faults }) =>
				faults.add({ endpoint: '*', drop: 'before' }),
			);

			expect(arrived(outcome)).toEqual(['text 0', 'text 0', 'text 1', 'text 2']);
			expect(outcome.adasName).toBe('text 2');
		});

		test('keep their order with "Retry On Fail"', async () => {
			const outcome = await run(name, sameContact, { ...continued, ...retry }, ({ faults }) =>
				faults.add({ endpoint: '*', status: 409 }),
			);

			expect(outcome.adasName).toBe('text 2');
			expect(outcome.run.items).toHaveLength(3);
			expect(arrived(outcome).slice(0, 3)).toEqual(['text 0', 'text 1', 'text 2']);
		});
	},
);

test('other contacts do not wait for a change that is repeated', async () => {
	const fail = ({ faults }: Sandbox) => faults.add({ endpoint: '*', skip: 1, status: 503 });
	const outcome = await run('contact update', everybody.slice(0, 3), STOP, fail);

	expect(arrived(outcome)).toEqual(['text 0', 'text 1', 'text 2', 'text 1']);
	expect(outcome.run.error).toBeUndefined();
});

describe('"Stop", when an item fails', () => {
	/** The service rejects those at these places. */
	const strangersBut = (count: number, ...rejected: number[]) =>
		strangers(count).map((one, index) => (rejected.includes(index) ? { ...one, list: 'no' } : one));

	test('starts nothing more, and says of what was in flight that it was accepted', async () => {
		const failing = 12;
		const items = strangers(40);
		const outcome = await run('email sendTransactional', items, STOP, (sandbox) => {
			slowly()(sandbox);
			sandbox.faults.add({ endpoint: '*', skip: failing - 1, status: 400 });
		});
		const sent = received(outcome).map(({ body }) => (body as { to: string }).to);
		const last = sent.length;

		expect(sent).toEqual(items.slice(0, last).map(({ email }) => email));
		// Three or four starts fit into the time of an answer.
		expect(last).toBeGreaterThan(failing);
		expect(last).toBeLessThan(failing + 10);
		const inFlight = last === failing + 1 ? `${last}` : `${failing + 1}-${last}`;
		expect(outcome.run.error?.message).toContain(
			`, item ${failing} of ${items.length} (items 1-${failing - 1}, ${inFlight} accepted; ${failing} rejected; ${last + 1}-${items.length} not sent)`,
		);
	});

	test('holds later calls while a rejected one is halved, and sends none after it', async () => {
		const people = strangersBut(1000, 136);
		const outcome = await run('contact upsert', people, STOP, slowly(300));
		const sizes = received(outcome).map(({ body }) => (body as Change).contacts?.length ?? 0);
		const whole = sizes.findIndex((size) => size < 100);

		expect(sizes.slice(whole)).not.toContain(100);
		// Those after the second were in flight when that was rejected.
		expect(whole).toBeGreaterThan(1);
		expect(whole).toBeLessThan(8);
		const others = whole > 2 ? `, 201-${whole}00` : '';
		const unsent = whole > 2 ? `138-200, ${whole}01-1000` : '138-1000';
		expect(outcome.run.error?.message).toContain(
			`(items 1-136${others} accepted; 137 rejected; ${unsent} not saved)`,
		);
	});

	test('starts none when a rejection and room for another request come together', async () => {
		const people = strangersBut(1200, 36);
		const outcome = await run('contact upsert', people, STOP, slowly(1300));
		const sizes = received(outcome).map(({ body }) => (body as Change).contacts?.length);

		// Eight may start before the first response.
		expect(sizes.filter((size) => size === 100)).toHaveLength(8);
	});

	test('names an item that was found, not a call in which the search was broken off', async () => {
		const people = strangersBut(200, 99, 100);
		const outcome = await run('contact upsert', people, STOP, slowly(500));

		expect(outcome.run.error?.message).toMatch(/, item (100|101) of 200 \(items /);
	});

	test('tells of what may have been done in a call whose parts were not all sent', async () => {
		const actAndReject = ({ faults }: Sandbox) => {
			faults.add({ endpoint: '*', status: 503, afterActing: true });
			faults.add({ endpoint: '*', status: 409, times: 3 });
		};
		const outcome = await run('contact upsert', strangers(4), STOP, actAndReject);

		expect(received(outcome).map(({ body }) => (body as Change).contacts?.length)).toEqual([
			4, 4, 2, 1,
		]);
		expect(outcome.run.error?.message).toMatch(/\(items 1-4 in doubt\)$/);
	});

	test('tells of what may have been done in an earlier try, when it is not reached again', async () => {
		const failTwice = ({ faults }: Sandbox) => {
			faults.add({ endpoint: '*', status: 409, delayMs: 110 });
			faults.add({ endpoint: '*', status: 503 });
			faults.add({ endpoint: '*', status: 409 });
		};
		const node = { ...retry, maxTries: 2 };
		const outcome = await run('contact update', everybody.slice(0, 3), node, failTwice);

		expect(arrived(outcome)).toEqual(['text 0', 'text 1', 'text 0']);
		expect(outcome.run.error?.message).toMatch(/\(items 2 in doubt; 1 rejected; 3 not saved\)$/);
	});
});
