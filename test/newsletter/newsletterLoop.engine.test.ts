import type { INode, INodeParameters as Parameters } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { continued, list, type NodeRun, retry, runOn } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

/** Send to List in a loop: n8n runs the node once in each round, all in one execution. */

const service = useSandbox();
const runNode = runOn(service);
useDeduplicationStore();

const ada = 'ada@example.com';

const parameters: Parameters = {
	resource: 'email',
	operation: 'sendToList',
	list: list('newsletter'),
	subject: '={{ $json.subject }}',
	body: 'Hello',
};
const different = { ...parameters, options: { severalEmails: 'sendDifferent' } };

beforeEach(() => service.subscribe(ada));

interface Settings {
	fields?: Parameters;
	node?: Partial<INode>;
}

/** @param rounds the subjects of each round, a letter for an item */
const loop = async (rounds: string[], { fields = parameters, node }: Settings = {}) => {
	const [items, ...others] = rounds.map((subjects) =>
		[...subjects].map((subject) => ({ subject })),
	);
	return await runNode(fields, items, { rounds: others, node });
};

const sent = () => service.bodies.map(({ subject }) => subject).join('');

const jsonOf = ({ rounds }: NodeRun) => rounds.map((items) => items.map(({ json }) => json));

const success = { success: true, list: 'newsletter' };
const again = { ...success, alreadySent: true };
const inDoubt = { error: expect.stringMatching(/may or may not have been sent/) };
const several = {
	error: expect.stringMatching(/"newsletter": its subscribers would get 2 emails each/),
};

test('the same email is sent in the first round, and later rounds come out as already sent', async () => {
	const result = await loop(['A', 'AA', 'A']);

	expect(result.error).toBeUndefined();
	expect(sent()).toBe('A');
	expect(jsonOf(result)).toEqual([[success], [again], [again]]);
	expect(result.rounds[1][0].pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
});

test('with "Continue" the round with another email fails, and the next one does not', async () => {
	const result = await loop(['A', 'AB', 'A'], { node: continued });

	expect(sent()).toBe('A');
	expect(jsonOf(result)).toEqual([[success], [several, several], [again]]);
});

test('with "Send Each" each different email is sent once over all rounds', async () => {
	const result = await loop(['A', 'AB', 'BA', 'C'], { fields: different });

	expect(result.error).toBeUndefined();
	expect(sent()).toBe('ABC');
	expect(jsonOf(result)).toEqual([[success], [again, success], [again, again], [success]]);
});

test('an email that an earlier round left in doubt is not sent again, and its error says so', async () => {
	service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
	const result = await loop(['A', 'A', 'B'], { node: continued });

	expect(sent()).toBe('A');
	expect(jsonOf(result)).toEqual([[inDoubt], [inDoubt], [several]]);
	expect(result.rounds[1][0].json.error).toMatch(/earlier round of a loop/);
});

test.each([
	['an earlier round', {}, /^The email may or may not have been sent by an earlier run/],
	['the history of its key', { sendOnceKey: 'issue 7' }, /^This email may or may not/],
])(
	'the error of items with an email in doubt, as %s tells, names no request of theirs',
	async (_, options, text) => {
		service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
		const fields = { ...parameters, options };
		const result = await loop(['A', 'AA'], { fields, node: continued });

		expect(sent()).toBe('A');
		expect(jsonOf(result)).toEqual([[inDoubt], [{ error: expect.stringMatching(text) }]]);
		expect(result.rounds[1][0].pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
	},
);

test.each([{ status: 400 }, { status: 503 }])(
	'with a Send Once Key the history decides on what an earlier round left in doubt, %j',
	async (fault) => {
		service.sandbox.faults.add({ endpoint: '*', ...fault });
		const options = { sendOnceKey: 'issue 7', sendOnceInDoubt: 'skip' };
		const result = await loop(['A', 'A', 'A'], {
			fields: { ...parameters, options },
			node: continued,
		});

		const isRejected = fault.status === 400;
		expect(sent()).toBe(isRejected ? 'AA' : 'A');
		expect(jsonOf(result).slice(1)).toEqual([[isRejected ? success : again], [again]]);
	},
);

test('an email in doubt is not sent again with another Send Once Key', async () => {
	const sendOnceKey = '=issue {{ $runIndex }}';
	service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
	const result = await loop(['A', 'A', 'A'], {
		fields: { ...parameters, options: { sendOnceKey } },
		node: continued,
	});

	expect(sent()).toBe('A');
	expect(jsonOf(result)).toEqual([[inDoubt], [inDoubt], [inDoubt]]);
	expect(result.rounds[1][0].json.error).toMatch(/earlier round of a loop/);
});

test.each(['fail', 'skip', 'send'])(
	'an email in doubt is not sent again for a second item with another Send Once Key, with "%s"',
	async (sendOnceInDoubt) => {
		service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
		const options = { sendOnceKey: '=issue {{ $json.issue }}', sendOnceInDoubt };
		const fields = { ...parameters, subject: 'A', options };
		const rounds = [[{ issue: 7 }, { issue: 8 }]];
		const result = await runNode(fields, [{ issue: 7 }], { rounds, node: continued });

		expect(sent()).toBe('A');
		expect(jsonOf(result)).toEqual([[inDoubt], [inDoubt]]);
	},
);

test('what an earlier execution sent with its Send Once Key counts in a later round with another email', async () => {
	const options = { sendOnceKey: '={{ $json.subject }}' };
	const keyed = { fields: { ...parameters, options }, node: continued };
	const first = await loop(['A', 'B'], keyed);
	const second = await loop(['A', 'B', 'A'], keyed);

	expect(sent()).toBe('A');
	expect(jsonOf(first)).toEqual([[success], [several]]);
	expect(jsonOf(second)).toEqual([[again], [several], [again]]);
});

test('"Retry On Fail" of a round sends what was rejected, and nothing again', async () => {
	service.sandbox.faults.add({ endpoint: '*', skip: 2, status: 400 });
	const result = await loop(['A', 'ABC'], { fields: different, node: retry });

	expect(result.error).toBeUndefined();
	expect(sent()).toBe('ABCC');
	expect(jsonOf(result)).toEqual([[success], [again, success, success]]);
});

test.each([
	{ delivery: 'delay', delaySeconds: '={{ 60 * ($runIndex + 1) }}' },
	{ delivery: 'date', delayUntilDate: '={{ "2040-12-0" + ($runIndex + 1) }}' },
])('with another delivery time in each round it is sent once: %j', async (delivery) => {
	const result = await loop(['A', 'A'], { fields: { ...parameters, ...delivery } });

	expect(sent()).toBe('A');
	expect(jsonOf(result)).toEqual([[{ ...success, sendAt: expect.stringMatching(/^20/) }], [again]]);
});

test('a test goes once to each recipient, whatever the round, and another email goes again', async () => {
	const fixed = { ...parameters, testRecipient: ada };
	const tests = await loop(['A', 'AB', 'A'], { fields: fixed });
	const test = { testRecipient: ada };

	expect(tests.error).toBeUndefined();
	expect(sent()).toBe('AB');
	expect(jsonOf(tests)).toEqual([
		[{ ...success, ...test }],
		[
			{ ...again, ...test },
			{ ...success, ...test },
		],
		[{ ...again, ...test }],
	]);
	expect(service.received.map(({ path }) => path)).toEqual(['/email/contact', '/email/contact']);
});

test('what n8n saves of a newsletter with the execution is small, and none of its text', async () => {
	const body = 'A long text. '.repeat(10_000);
	const { result } = await loop(['AAA'], { fields: { ...parameters, body } });
	const saved = JSON.stringify(result.data.executionData?.contextData);

	expect(saved.length).toBeLessThan(300);
	expect(saved).not.toContain('long text');
});
