import { getEventListeners } from 'node:events';
import type { IDataObject as Data, INode } from 'n8n-workflow';
import { retry } from '../support/engine/nodeSettings';
import { runNode } from '../support/engine/runNode';
import { SideBySide } from '../support/engine/SideBySide';
import {
	ada,
	addPeople,
	grace,
	joan,
	operations,
	parametersOf,
	type Item,
	type OperationName,
} from '../support/operations';
import { received } from './useSandbox';
import { useSandboxes } from './useSandboxes';
import type { Sandbox } from '../../sandbox/startSandbox';

interface Outcome {
	journal: Sandbox['journal'];
	/** What Ada was called at the end. */
	adasName?: string | null;
	run: Awaited<ReturnType<typeof runNode>>;
}

const ANSWER_DELAY_MS = 1000;

const modes = {
	Stop: { onError: 'stopWorkflow' },
	Continue: { onError: 'continueRegularOutput' },
} as const;
type Mode = keyof typeof modes;
const modeNames = Object.keys(modes) as Mode[];

const numbered = (items: Item[]) =>
	items.map((item, index) => ({ ...item, text: `text ${index}` }));
const mary = { ...ada, email: 'mary@example.com' };
const everybody = numbered([ada, grace, joan, mary]);
const sameContact = numbered([ada, ada, ada]);
const strangers = (count: number) =>
	numbered(
		Array.from({ length: count }, (_, index) => ({ ...ada, email: `new${index + 1}@example.com` })),
	);

const ONE_BY_ONE: OperationName = 'email sendToList';
const namesOf = (suits: (operation: (typeof operations)[number]) => boolean) =>
	operations.filter(suits).map(({ name }) => name);
const bulk = namesOf(({ isBulk }) => isBulk);
const reads = namesOf(({ idempotency }) => idempotency === 'safe');
const singles = namesOf(
	({ isBulk, idempotency, name }) => !isBulk && idempotency !== 'safe' && name !== ONE_BY_ONE,
);

const onOwnSandbox = useSandboxes();

const run = async (
	name: OperationName,
	items: Data[],
	node: Partial<INode>,
	prepare: (sandbox: Sandbox) => void = () => {},
): Promise<Outcome> =>
	await onOwnSandbox(async ({ sandbox, credential }) => {
		const { store, journal } = sandbox;
		addPeople(store);
		store.addContact({ email: mary.email, subscribedToLists: [mary.list] });
		prepare(sandbox);
		const ran = await runNode({ credential, parameters: parametersOf(name), items, node });
		return { journal: [...journal], run: ran, adasName: store.findContact(ada.email)?.name };
	});

const slowly = ({ settings }: Sandbox) => {
	settings.answerDelayMs = ANSWER_DELAY_MS;
};

/** Of each request after the first, whether it arrived before the one in front of it was answered. */
const overlaps = ({ journal }: Outcome) =>
	journal.slice(1).map(({ at }, index) => at - journal[index].at < ANSWER_DELAY_MS);

interface Change {
	contacts?: Array<{ name: string; email: string }>;
	name?: string;
	subject?: string;
}

/** What each request was about, in the order of their arrival. */
const arrived = (outcome: Outcome) =>
	received(outcome).map(({ body }) => {
		const { contacts, name, subject } = body as Change;
		return contacts?.map((contact) => contact.name).join(',') ?? name ?? subject;
	});

const cases = (names: OperationName[]) =>
	modeNames.flatMap((mode) => names.map((name) => ({ mode, name })));

describe('with answers that take their time', () => {
	const runs = new SideBySide<Outcome>();
	for (const { mode, name } of cases([...singles, ...reads, ONE_BY_ONE])) {
		runs.plan(`${mode} ${name}`, async () => await run(name, everybody, modes[mode], slowly));
	}
	for (const { mode, name } of cases(bulk)) {
		runs.plan(`${mode} ${name}`, async () => await run(name, strangers(301), modes[mode], slowly));
	}

	test.each(cases([...singles, ...bulk]))(
		'"$mode" sends one $name beside the other once the first answer has come, in item order',
		async ({ mode, name }) => {
			const outcome = await runs.outcomeOf(`${mode} ${name}`);

			expect(outcome.run.error).toBeUndefined();
			expect(outcome.run.items.filter(({ json }) => 'error' in json)).toEqual([]);
			// The second one may start before that answer, which is overdue after a quarter of a second.
			expect(overlaps(outcome).slice(1)).toEqual([true, true]);
			const items = isBulkCall(outcome) ? [1, 101, 201, 301] : everybody.map(({ email }) => email);
			expect(firstOfEach(outcome)).toEqual(items);
		},
	);

	test.each(cases(reads))('"$mode" asks for one $name beside the other', async ({ mode, name }) => {
		const outcome = await runs.outcomeOf(`${mode} ${name}`);

		expect(outcome.run.error).toBeUndefined();
		expect(overlaps(outcome)).toEqual([true, true, true]);
	});

	test.each(cases([ONE_BY_ONE]))(
		'"$mode" sends one $name after the answer to the other',
		async ({ mode, name }) => {
			const outcome = await runs.outcomeOf(`${mode} ${name}`);

			expect(outcome.run.error).toBeUndefined();
			expect(overlaps(outcome)).toEqual([false, false, false]);
			expect(arrived(outcome)).toEqual(everybody.map(({ text }) => text));
		},
	);

	const isBulkCall = ({ journal }: Outcome) => journal[0].path === '/contacts/create_many';

	/** Whom each request is about: the address, or the number of the first of a hundred strangers. */
	const firstOfEach = (outcome: Outcome) =>
		received(outcome).map(({ body }) => {
			const { contacts, ...one } = body as Record<string, string> & Change;
			if (contacts) return Number(/\d+/.exec(contacts[0].email)?.[0]);
			return one.email ?? one.to ?? one.contactEmail;
		});
});

describe('two changes of the same contact', () => {
	const changes: OperationName[] = ['contact upsert', 'contact update'];
	const slow = new SideBySide<Outcome>();
	const repeated = new SideBySide<Outcome>();
	const retried = new SideBySide<Outcome>();
	for (const { mode, name } of cases(changes)) {
		slow.plan(`${mode} ${name}`, async () => await run(name, sameContact, modes[mode], slowly));
		repeated.plan(`${mode} ${name}`, async () => {
			const dropFirst = ({ faults }: Sandbox) => faults.add({ endpoint: '*', drop: 'before' });
			return await run(name, sameContact, modes[mode], dropFirst);
		});
	}
	for (const name of changes) {
		retried.plan(name, async () => {
			const rejectFirst = ({ faults }: Sandbox) => faults.add({ endpoint: '*', status: 409 });
			return await run(name, sameContact, { ...modes.Continue, ...retry }, rejectFirst);
		});
	}

	test.each(cases(changes))(
		'with "$mode", each $name is sent after the answer to the one before',
		async ({ mode, name }) => {
			const outcome = await slow.outcomeOf(`${mode} ${name}`);

			expect(overlaps(outcome)).toEqual([false, false]);
			expect(arrived(outcome)).toEqual(['text 0', 'text 1', 'text 2']);
			expect(outcome.adasName).toBe('text 2');
		},
	);

	test.each(cases(changes))(
		'with "$mode", $name keeps their order when the first has to be repeated',
		async ({ mode, name }) => {
			const outcome = await repeated.outcomeOf(`${mode} ${name}`);

			expect(arrived(outcome)).toEqual(['text 0', 'text 0', 'text 1', 'text 2']);
			expect(outcome.adasName).toBe('text 2');
		},
	);

	test.each(changes)(
		'with "Retry On Fail", an earlier %s does not undo a later one',
		async (name) => {
			const outcome = await retried.outcomeOf(name);

			expect(outcome.adasName).toBe('text 2');
			expect(outcome.run.items).toHaveLength(3);
			expect(arrived(outcome).slice(0, 3)).toEqual(['text 0', 'text 1', 'text 2']);
		},
	);

	const between = numbered([ada, ada, grace]);

	test.each(modeNames)(
		'hold up what comes after them with "%s", for the order of the items',
		async (mode) => {
			const outcome = await run('contact update', between, modes[mode], slowly);

			expect(arrived(outcome)).toEqual(['text 0', 'text 1', 'text 2']);
			expect(outcome.journal[2].at - outcome.journal[0].at).toBeGreaterThan(ANSWER_DELAY_MS);
		},
	);
});

test.each(modeNames)(
	'"%s" does not let other contacts wait for a change that is repeated',
	async (mode) => {
		const fail = ({ faults }: Sandbox) => faults.add({ endpoint: '*', skip: 1, status: 503 });
		const outcome = await run('contact update', everybody.slice(0, 3), modes[mode], fail);

		expect(arrived(outcome)).toEqual(['text 0', 'text 1', 'text 2', 'text 1']);
		expect(outcome.run.error).toBeUndefined();
	},
);

describe('"Stop", when an item fails', () => {
	const FAILING = 12;
	const items = strangers(40);
	const fails = (times: number) => (sandbox: Sandbox) => {
		slowly(sandbox);
		sandbox.faults.add({ endpoint: '*', skip: FAILING - 1, status: 400, times });
	};
	const sentItems = (outcome: Outcome) =>
		received(outcome).map(({ body }) => Number(/\d+/.exec((body as { to: string }).to)?.[0]));
	const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

	test('starts nothing more, and says of what was under way that it was accepted', async () => {
		const outcome = await run('email sendTransactional', items, modes.Stop, fails(1));
		const last = outcome.journal.length;

		expect(sentItems(outcome)).toEqual(upTo(last));
		// Three or four starts fit into the time of an answer.
		expect(last).toBeGreaterThan(FAILING);
		expect(last).toBeLessThan(FAILING + 10);
		expect(outcome.run.error?.message).toContain(`(item ${FAILING} of ${items.length})`);
		const underWay = last === FAILING + 1 ? `${last}` : `${FAILING + 1}-${last}`;
		expect(outcome.run.error?.message).toContain(
			`(items 1-${FAILING - 1}, ${underWay} accepted; ${FAILING}, ${last + 1}-${items.length} not sent)`,
		);
	});

	test('remembers what was under way: "Retry On Fail" does not send it again', async () => {
		const node = { ...modes.Stop, ...retry };
		const outcome = await run('email sendTransactional', items, node, fails(1));

		expect(outcome.run.error).toBeUndefined();
		expect(outcome.run.items).toHaveLength(items.length);
		expect(sentItems(outcome).sort((a, b) => a - b)).toEqual(
			[...upTo(items.length), FAILING].sort((a, b) => a - b),
		);
	});

	test('holds later calls while a rejected one is halved, and sends none after it', async () => {
		const people = strangers(1000).map((person, index) =>
			index === 136 ? { ...person, list: 'unknown' } : person,
		);
		const slow = ({ settings }: Sandbox) => {
			settings.answerDelayMs = 300;
		};
		const outcome = await run('contact upsert', people, modes.Stop, slow);
		const sizes = received(outcome).map(({ body }) => (body as Change).contacts?.length ?? 0);
		const whole = sizes.findIndex((size) => size < 100);

		expect(sizes.slice(whole)).not.toContain(100);
		// Those after the second were under way when that was rejected.
		expect(whole).toBeGreaterThan(1);
		expect(whole).toBeLessThan(8);
		const others = whole > 2 ? `, 201-${whole}00` : '';
		const unsent = whole > 2 ? `137-200, ${whole}01-1000` : '137-1000';
		expect(outcome.run.error?.message).toContain(
			`(items 1-136${others} accepted; ${unsent} not sent)`,
		);
	});

	test('names an item that was found, not a call in which the search was broken off', async () => {
		const people = strangers(200).map((person, index) =>
			index === 99 || index === 100 ? { ...person, list: 'unknown' } : person,
		);
		const slow = ({ settings }: Sandbox) => {
			settings.answerDelayMs = 500;
		};
		const outcome = await run('contact upsert', people, modes.Stop, slow);

		expect(outcome.run.error?.message).toMatch(/\(item (100|101) of 200\) \(items /);
	});

	test('tells of what may have been done in a call whose parts were not all sent', async () => {
		const actAndReject = ({ faults }: Sandbox) => {
			faults.add({ endpoint: '*', status: 503, afterActing: true });
			faults.add({ endpoint: '*', status: 409, times: 3 });
		};
		const outcome = await run('contact upsert', strangers(4), modes.Stop, actAndReject);

		expect(received(outcome).map(({ body }) => (body as Change).contacts?.length)).toEqual([
			4, 4, 2, 1,
		]);
		expect(outcome.run.error?.message).toMatch(/\(items 1-4 in doubt\)$/);
	});

	test('tells of what may have been done in an earlier try, when it is not reached again', async () => {
		const failTwice = ({ faults }: Sandbox) => {
			faults.add({ endpoint: '*', status: 409, delayMs: 600 });
			faults.add({ endpoint: '*', status: 503 });
			faults.add({ endpoint: '*', status: 409 });
		};
		const node = { ...modes.Stop, ...retry, maxTries: 2 };
		const outcome = await run('contact update', everybody.slice(0, 3), node, failTwice);

		expect(arrived(outcome)).toEqual(['text 0', 'text 1', 'text 0']);
		expect(outcome.run.error?.message).toMatch(/\(items 2 in doubt; 1, 3 not sent\)$/);
	});
});

describe('cancelling', () => {
	const many = Array.from({ length: 30 }, (_, index) => ({
		...ada,
		email: `new${index % 2}@example.com`,
		text: `text ${index}`,
	}));

	test.each(cases(['email sendTransactional', 'contact upsert']))(
		'ends $name with "$mode", and nothing more is sent',
		async ({ mode, name }) =>
			await onOwnSandbox(async ({ sandbox, credential }) => {
				const cancelling = new AbortController();
				const { store, journal } = sandbox;
				let changed = 0;
				store.onChange = () => {
					if (++changed === 4) cancelling.abort();
				};
				const { result } = await runNode({
					credential,
					parameters: parametersOf(name),
					items: many,
					node: modes[mode],
					signal: cancelling.signal,
				});
				store.onChange = () => {};
				const sent = journal.length;
				// With the same key, these stand behind all that still waits for its turn.
				const parameters = parametersOf('email sendTransactional');
				await runNode({ credential, parameters, items: everybody });

				expect(result.status).not.toBe('success');
				expect(sent).toBeLessThan(10);
				expect(journal).toHaveLength(sent + everybody.length);
			}),
	);

	test('leaves no listener on the signal of the execution, in however many rounds of a loop', async () =>
		await onOwnSandbox(async ({ credential }) => {
			const parameters = parametersOf('email sendTransactional');
			const rounds = [[grace], [joan], [ada], [grace]];
			const { tries } = await runNode({ credential, parameters, items: [ada], rounds });
			const { signal } = tries[0];

			expect(tries).toHaveLength(1 + rounds.length);
			expect(signal).toBeInstanceOf(AbortSignal);
			expect(getEventListeners(signal as AbortSignal, 'abort')).toEqual([]);
		}));
});
