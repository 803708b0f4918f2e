import type { INode, INodeParameters } from 'n8n-workflow';
import { retry, runOn } from '../support/engine/runNode';
import { runTool } from '../support/engine/runTool';
import { useSandbox } from '../support/useSandbox';

// A question that could not be asked is no answer, however the node's settings are combined.

const service = useSandbox();

const question = {
	resource: 'email',
	operation: 'sendAndWait',
	to: 'ada@example.com',
	subject: 'A refund',
	message: 'May it be refunded?',
};

interface Failure {
	parameters?: INodeParameters;
	fault?: { status?: number; drop?: 'after' };
	items?: number;
	/** Emails that the service got. */
	emails: number;
	error: RegExp;
}

const FAILURES: Record<string, Failure> = {
	'an invalid address': {
		parameters: { to: 'nobody' },
		emails: 0,
		error: /isn't an email address/,
	},
	'an expression that throws': {
		parameters: { message: '={{ $json.no.such.thing() }}' },
		emails: 0,
		error: /"Message"/,
	},
	'a rejection': { fault: { status: 400 }, emails: 1, error: /status 400/ },
	'an unknown outcome': { fault: { drop: 'after' }, emails: 1, error: /may or may not/ },
	'what throws outside of a request': {
		parameters: { requestOptions: { proxy: "={{ $('Nowhere').item.json.proxy }}" } },
		emails: 0,
		error: /./,
	},
	'several items': { items: 2, emails: 0, error: /asks one question/ },
};

const STOP: Record<string, INodeParameters> = {
	approval: {},
	'Approve Only': { approvalOptions: { values: { approvalType: 'single' } } },
	'approval with text': { responseType: 'approvalWithText' },
};

const GOES_ON: Record<string, INodeParameters> = {
	'approval and Continue': { afterDecline: 'continue' },
	'approval with text and Continue': { responseType: 'approvalWithText', afterDecline: 'continue' },
	'free text': { responseType: 'freeText' },
};

const ON_ERROR = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

type OnError = (typeof ON_ERROR)[number];

const SETTINGS: Array<[string, OnError, Partial<INode>]> = ON_ERROR.flatMap((onError) =>
	[false, true].flatMap((alwaysOutputData) =>
		[{}, { ...retry, maxTries: 9 }].map((tries): [string, OnError, Partial<INode>] => {
			const node = { onError, alwaysOutputData, ...tries };
			return [JSON.stringify(node), onError, node];
		}),
	),
);

/** n8n's own rule. */
const triesOf = ({ retryOnFail, maxTries = 3 }: Partial<INode>) =>
	retryOnFail ? Math.min(5, Math.max(2, maxTries)) : 1;

const goesOn = ({ responseType, afterDecline }: INodeParameters) =>
	responseType === 'freeText' || afterDecline === 'continue';

const fail = async (failure: Failure, parameters: INodeParameters, node: Partial<INode>) => {
	const { fault, items = 1 } = failure;
	if (fault)
		service.sandbox.faults.add({ endpoint: 'POST /email/transactional', times: 9, ...fault });
	const input = Array.from({ length: items }, (_, index) => ({ order: index + 1 }));
	const run = await runOn(service)({ ...question, ...failure.parameters, ...parameters }, input, {
		after: '={{ $json.order }}',
		node,
	});
	expect(run.result.waitTill).toBeUndefined();
	expect(run.tries).toHaveLength(triesOf(node));
	// "Stop" with "Always Output Data" is refused before anything is sent.
	const isRefused = node.alwaysOutputData && !goesOn(parameters);
	// What is rejected may be tried again.
	const emails = failure.emails * (fault?.status === undefined ? 1 : triesOf(node));
	expect(service.received).toHaveLength(isRefused ? 0 : emails);
	return run;
};

describe.each(Object.entries(FAILURES))('after %s', (_, failure) => {
	describe.each(Object.entries(STOP))('with Stop, %s', (__, parameters) => {
		test.each(SETTINGS)('nothing runs that follows the node: %s', async (___, onError, node) => {
			const { after, afterError, items, errorItems, result, tries } = await fail(
				failure,
				parameters,
				node,
			);
			expect(after).toEqual([]);
			expect(items).toEqual([]);
			const { runData } = result.data.resultData;
			const isOnErrorOutput = onError === 'continueErrorOutput' && !node.alwaysOutputData;
			const count = failure.items ?? 1;
			const rows = Array.from({ length: count }, (____, index) => index + 1);
			expect(afterError).toEqual(isOnErrorOutput ? rows : []);
			for (const [index, { json, pairedItem }] of errorItems.entries()) {
				expect(json).toEqual({ order: index + 1, error: expect.stringMatching(/./) });
				expect(pairedItem).toMatchObject({ item: index });
			}
			const nodes = ['Input', 'Mailroom', ...(isOnErrorOutput ? ['After error'] : [])];
			expect(Object.keys(runData)).toEqual(nodes);
			// The editor shows the error at the node.
			if (!isOnErrorOutput) expect(tries.at(-1)?.error?.message).toMatch(/./);
			if (!isOnErrorOutput) expect(runData.Mailroom[0].error?.message).toMatch(/./);
		});
	});

	describe.each(Object.entries(GOES_ON))('with %s', (__, parameters) => {
		test.each(SETTINGS)('the error comes out as ever: %s', async (___, onError, node) => {
			const { after, json, errorItems } = await fail(failure, parameters, node);
			const count = failure.items ?? 1;
			const isRegular = onError === 'continueRegularOutput';
			const isAdded = onError === 'continueErrorOutput' && node.alwaysOutputData;
			expect(after).toHaveLength(isRegular ? count : isAdded ? 1 : 0);
			const errors = [...json, ...errorItems.map((item) => item.json)].flatMap(
				({ error }) => error ?? [],
			);
			expect(errors).toHaveLength(onError === 'stopWorkflow' ? 0 : count);
			for (const error of errors) expect(error).toMatch(failure.error);
		});
	});
});

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)('with %s', (onError) => {
	const node = { onError, alwaysOutputData: onError === 'continueErrorOutput' };

	test.each([
		{ afterDecline: '={{ $json.no.such.thing() }}' },
		{ afterDecline: "={{ $('Nowhere').item.json.choice }}" },
		{ responseType: "={{ $('Nowhere').item.json.type }}" },
		{ afterDecline: 'resume' },
	])('a choice that can not be read counts as Stop: %j', async (parameters) => {
		const { after, error } = await runOn(service)({ ...question, ...parameters }, [{}], {
			after: '={{ 1 }}',
			node,
		});
		expect(error?.message).toMatch(/After Decline|Response Type/);
		expect(after).toEqual([]);
		expect(service.received).toEqual([]);
	});

	test('a later try asks with the input, and waits', async () => {
		service.sandbox.faults.add({ endpoint: 'POST /email/transactional', times: 1, status: 400 });
		const parameters = { ...question, message: '=May {{ $json.name }}?', afterDecline: 'stop' };
		const { after, result, tries } = await runOn(service)(parameters, [{ name: 'Grace' }], {
			after: '={{ 1 }}',
			node: { onError, ...retry },
		});
		expect(tries).toHaveLength(2);
		expect(result.status).toBe('waiting');
		expect(service.sandbox.store.mails.map(({ body }) => body)).toEqual([
			expect.stringContaining('May Grace?'),
		]);
		expect(after).toEqual([]);
	});
});

test.each([undefined, 1, 2, 3, 4])('the last of tries passes on nothing: %s', async (maxTries) => {
	service.sandbox.faults.add({ endpoint: 'POST /email/transactional', times: 9, status: 400 });
	const { after, items, tries } = await runOn(service)(question, [{}], {
		after: '={{ 1 }}',
		node: { ...retry, onError: 'continueRegularOutput', maxTries },
	});
	expect(tries).toHaveLength(triesOf({ ...retry, maxTries }));
	expect([after, items]).toEqual([[], []]);
});

test.each([false, true])('a tool gives its error to the model: %s', async (alwaysOutputData) => {
	const { answers, result } = await runTool({
		...{ credential: service.credential, via: 'engine' },
		node: { onError: 'continueRegularOutput', alwaysOutputData },
		parameters: { ...question, to: 'nobody' },
	});
	expect(JSON.stringify(answers)).toContain("isn't an email address");
	expect(result.waitTill).toBeUndefined();
});
