import { ada, addPeople, choiceOf, operations, type OperationName } from '../support/operations';
import { runTool, type ToolOptions } from '../support/engine/runTool';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

/** Value that n8n writes into a field whose value the model decides. */
const fromModel = (name: string) => `={{ $fromAI('${name}', 'The ${name}', 'string') }}`;

beforeEach(() => addPeople(service.sandbox.store));

/** Each operation as a tool whose values the model decides. */
const tools = operations.map(({ name, idempotency, fields, request, output }) => ({
	name,
	idempotency,
	parameters: fields({
		email: fromModel('email'),
		text: fromModel('text'),
		list: fromModel('list'),
	}),
	args: ada,
	request: request(ada),
	response: output(ada),
}));

type Tool = (typeof tools)[number];

const toolNamed = (wanted: OperationName): Tool => {
	const [tool] = tools.filter(({ name }) => name === wanted);
	return tool;
};

const run = async (
	{ name, parameters }: Pick<Tool, 'name' | 'parameters'>,
	options: Partial<ToolOptions>,
) => {
	return await runTool({
		credential: service.credential,
		parameters: { ...choiceOf(name), ...parameters },
		...options,
	});
};

const transactional = toolNamed('email sendTransactional');

const ways = ['invoke', 'engine'] as const;

const changes = operations.filter(({ idempotency }) => idempotency !== 'safe');

describe.each(ways)('as a tool via %s', (via) => {
	test.each(tools)(
		'$name sends what the model decides and answers with what comes out',
		async (tool) => {
			const { error, response } = await run(tool, { args: tool.args, via });

			expect(error).toBeUndefined();
			expect(service.received).toEqual([tool.request]);
			expect(response).toMatchObject(tool.response);
		},
	);

	test('email sendToContacts keeps tags, those of the field and those of the model', async () => {
		const parameters = {
			list: { __rl: true, mode: 'name', value: 'newsletter' },
			contactEmails: ada.email,
			subject: `=Dear {{firstName}}, ${fromModel('subject').slice(1)}`,
			body: fromModel('body'),
		};
		const args = { subject: 'hello', body: 'To {{ name }}' };
		const { error } = await run({ name: 'email sendToContacts', parameters }, { args, via });

		expect(error).toBeUndefined();
		expect(service.received.map(({ body }) => body)).toMatchObject([
			{ subject: 'Dear {{firstName}}, hello', body: 'To {{ name }}' },
		]);
	});

	test.each(changes)(
		'tells the model of $name whether to try again when the outcome is unknown',
		async ({ name, inDoubt }) => {
			const tool = toolNamed(name);
			const { method, path } = tool.request;
			service.sandbox.faults.add({ endpoint: `${method} ${path}`, status: 503, times: 4 });
			const { error } = await run(tool, { args: tool.args, via });

			const message = ` may or may not have been ${inDoubt?.done}. The service failed`;
			expect(error?.message).toContain(message);
			expect(error?.message).toMatch(new RegExp(`${inDoubt?.advice}\\.$`));
		},
	);

	const sends = tools.filter(({ name }) => name.startsWith('email '));

	test.each(sends)('$name makes two sends of two calls that say the same', async (tool) => {
		const { answers } = await run(tool, { calls: [tool.args, { ...tool.args }], via });

		// A list gets the same email once in an execution.
		const isOnce = tool.name === 'email sendToList';
		const again = isOnce ? [{ success: true, alreadySent: true }] : tool.response;
		expect(answers.map(({ response }) => response)).toMatchObject([tool.response, again]);
		expect(service.received).toEqual(isOnce ? [tool.request] : [tool.request, tool.request]);
	});

	test('a list does not get another email in the same run of the agent', async () => {
		const newsletter = toolNamed('email sendToList');
		const calls = [newsletter.args, { ...newsletter.args, text: 'Other' }];
		const parameters = { ...newsletter.parameters, options: {} };
		const { answers } = await run({ ...newsletter, parameters }, { calls, via });

		expect(answers[0].response).toMatchObject(newsletter.response);
		expect(answers[1].error?.message).toMatch(/its subscribers would get 2 emails each/);
		expect(service.received).toEqual([newsletter.request]);
	});

	describe('with "Retry On Fail"', () => {
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const once = tools.filter(({ idempotency }) => idempotency === 'nonIdempotent');

		test.each(once)('does not repeat $name that may have been done', async (tool) => {
			service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
			const { error, tries } = await run(tool, { args: tool.args, via, node });

			expect(tries).toHaveLength(3);
			expect(service.received).toHaveLength(1);
			expect(error?.message).toMatch(/may or may not have been (sent|created)/);
		});

		test.each(once)('repeats $name that was rejected', async (tool) => {
			service.sandbox.faults.add({ endpoint: '*', status: 400 });
			const { error, response } = await run(tool, { args: tool.args, via, node });

			expect(error).toBeUndefined();
			expect(service.received).toEqual([tool.request, tool.request]);
			expect(response).toMatchObject(tool.response);
		});

		test('does not take another call for a repetition', async () => {
			service.sandbox.faults.add({ endpoint: '*', drop: 'after' });
			const calls = [transactional.args, { ...transactional.args }];
			// The other call has its answer before this one is repeated.
			const slowly = { ...node, waitBetweenTries: 400 };
			const { answers } = await run(transactional, { calls, via, node: slowly });

			expect(service.received).toHaveLength(2);
			expect(answers.filter(({ error }) => error)).toHaveLength(1);
			const answered = answers.filter(({ error }) => !error);
			expect(answered.map(({ response }) => response)).toEqual([transactional.response]);
		});
	});
});

test('two calls one after the other, as a model makes them, are two sends', async () => {
	const { tool } = await run(transactional, { args: transactional.args, via: 'invoke' });
	const answer = await tool?.invoke({ ...transactional.args });

	expect(JSON.parse(answer ?? '')).toEqual(transactional.response);
	expect(service.received).toEqual([transactional.request, transactional.request]);
});
