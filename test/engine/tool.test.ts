import type { IDataObject as Data, INodeParameters as Parameters } from 'n8n-workflow';
import { runTool, type ToolOptions } from './runTool';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const ada = 'ada@example.com';
const grace = 'grace@example.com';

/** What n8n writes into a field whose value the model decides. */
const fromModel = (name: string, type: string = 'string') =>
	`={{ $fromAI('${name}', 'The ${name}', '${type}') }}`;

const list = { __rl: true, mode: 'name', value: fromModel('list') };
const email = { subject: fromModel('subject'), body: fromModel('body') };
const words = { subject: 'Hello', body: 'Dear **Ada**' };
const profile = {
	userId: null,
	name: null,
	avatarUrl: null,
	languageCode: null,
	hardBouncedAt: null,
	subscribedToLists: ['important', 'newsletter'],
	customProperties: {},
};

beforeEach(() => {
	for (const address of [ada, grace]) {
		service.sandbox.store.addContact({ email: address, subscribedToLists: ['newsletter'] });
	}
});

interface Tool {
	name: string;
	parameters: Parameters;
	args: Data;
	request: { method: string; path: string; query: object; body?: object };
	response: unknown;
}

const tools: Tool[] = [
	{
		name: 'contact create',
		parameters: {
			email: fromModel('email'),
			additionalFields: { name: fromModel('name'), userId: fromModel('id', 'number') },
		},
		args: { email: 'new@example.com', name: 'New Example', id: 5 },
		request: {
			method: 'POST',
			path: '/contacts/create_many',
			query: {},
			body: { contacts: [{ email: 'new@example.com', name: 'New Example', userId: '5' }] },
		},
		response: [{ success: true, email: 'new@example.com' }],
	},
	{
		name: 'contact upsert',
		parameters: { email: fromModel('email') },
		args: { email: ada },
		request: {
			method: 'POST',
			path: '/contacts/create_many',
			query: {},
			body: { contacts: [{ email: ada, updateIfExists: true }] },
		},
		response: [{ success: true, email: ada }],
	},
	{
		name: 'contact update',
		parameters: { email: fromModel('email'), updateFields: { name: fromModel('name') } },
		args: { email: ada, name: 'Ada Example' },
		request: {
			method: 'PATCH',
			path: '/contacts/update',
			query: {},
			body: { email: ada, name: 'Ada Example' },
		},
		response: [{ ...profile, email: ada, name: 'Ada Example' }],
	},
	{
		name: 'contact delete',
		parameters: { email: fromModel('email') },
		args: { email: ada },
		request: { method: 'POST', path: '/contacts/delete', query: {}, body: { email: ada } },
		response: [{ deleted: true, email: ada }],
	},
	{
		name: 'contact get',
		parameters: { email: fromModel('email') },
		args: { email: ada },
		request: { method: 'GET', path: '/contacts/find', query: { email: ada }, body: undefined },
		response: [{ ...profile, email: ada }],
	},
	{
		name: 'contact getAll',
		parameters: { returnAll: false, limit: fromModel('limit', 'number') },
		args: { limit: 2 },
		request: {
			method: 'GET',
			path: '/contacts',
			query: { page: '1', per: '2' },
			body: undefined,
		},
		response: [
			{ ...profile, email: ada },
			{ ...profile, email: grace },
		],
	},
	{
		name: 'email sendTransactional',
		parameters: { to: fromModel('to'), bodyFormat: 'html', ...email },
		args: { to: 'Ada <ada@example.com>', ...words },
		request: {
			method: 'POST',
			path: '/email/transactional',
			query: {},
			body: { to: 'Ada <ada@example.com>', ...words, bodyFormat: 'html' },
		},
		response: [{ success: true, to: 'Ada <ada@example.com>' }],
	},
	{
		name: 'email sendToContacts',
		parameters: {
			list,
			contactEmails: fromModel('emails'),
			...email,
			delivery: 'delay',
			delaySeconds: fromModel('seconds', 'number'),
			options: { trackEmailOpens: false },
		},
		args: { list: 'newsletter', emails: `${ada}, ${grace}`, ...words, seconds: 30 },
		request: {
			method: 'POST',
			path: '/email/contact',
			query: {},
			body: {
				list: 'newsletter',
				contactEmails: [ada, grace],
				...words,
				bodyFormat: 'markdown',
				delaySeconds: 30,
				trackEmailOpens: false,
			},
		},
		response: [{ success: true, list: 'newsletter', contactEmails: [ada, grace] }],
	},
	{
		name: 'email sendToList',
		parameters: { list, ...email, delivery: 'date', delayUntilDate: fromModel('date') },
		args: { list: 'newsletter', ...words, date: '2040-12-01T10:00:00+01:00' },
		request: {
			method: 'POST',
			path: '/email/list',
			query: {},
			body: {
				list: 'newsletter',
				...words,
				bodyFormat: 'markdown',
				delayUntilDate: '2040-12-01T09:00:00.000Z',
			},
		},
		response: [{ success: true, list: 'newsletter' }],
	},
	{
		name: 'mailingList getAll',
		parameters: { limit: fromModel('limit', 'number') },
		args: { limit: 1 },
		request: { method: 'GET', path: '/lists', query: { page: '1', per: '1' }, body: undefined },
		response: [{ name: 'important', title: 'Important', numSubscribers: 2 }],
	},
	{
		name: 'portalSession create',
		parameters: { contactEmail: fromModel('email'), returnUrl: fromModel('url') },
		args: { email: ada, url: 'https://example.com/' },
		request: {
			method: 'POST',
			path: '/lists/portal_session',
			query: {},
			body: { contactEmail: ada, returnURL: 'https://example.com/' },
		},
		response: [
			{
				url: expect.stringContaining('/portal/'),
				expiresAt: expect.any(String),
				returnURL: 'https://example.com/',
			},
		],
	},
];

const run = async (
	{ name, parameters }: Pick<Tool, 'name' | 'parameters'>,
	options: Partial<ToolOptions>,
) => {
	const [resource, operation] = name.split(' ');
	return await runTool({
		credential: service.credential,
		parameters: { resource, operation, ...parameters },
		...options,
	});
};

const transactional = tools[6];

describe.each(['invoke', 'engine'] as const)('as a tool via %s', (via) => {
	test.each(tools)(
		'$name sends what the model decides and answers with what comes out',
		async (tool) => {
			const { error, response } = await run(tool, { args: tool.args, via });

			expect(error).toBeUndefined();
			expect(service.received).toEqual([tool.request]);
			expect(response).toEqual(tool.response);
		},
	);

	test('contact getAll returns all of more than three pages', async () => {
		service.sandbox.store.addContacts(320);
		const parameters = { returnAll: true };
		const { response } = await run({ name: 'contact getAll', parameters }, { via });

		expect(response).toHaveLength(322);
	});

	test('email sendToContacts keeps tags, those of the field and those of the model', async () => {
		const parameters = {
			list: { ...list, value: 'newsletter' },
			contactEmails: ada,
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

	test.each([
		{
			what: 'the service refuses',
			args: { ...transactional.args, to: '.x@example.com' },
			shown: /400/,
		},
		{
			what: 'cannot be used',
			args: { ...transactional.args, to: 'nobody' },
			shown: /"To".*"nobody"/,
		},
		{ what: 'is left empty', args: { ...transactional.args, subject: '' }, shown: /"Subject"/ },
	])('tells the model what is wrong with a value that $what', async ({ args, shown }) => {
		const { error } = await run(transactional, { args, via });

		expect(error?.message).toMatch(shown);
		expect(error?.message).not.toMatch(/undefined|\[object|AxiosError/);
	});

	test('tells the model that the API key is wrong', async () => {
		const { error } = await run(transactional, {
			args: transactional.args,
			via,
			credential: { ...service.credential, apiKey: 'another-key' },
		});

		expect(error?.message).toMatch(/401.*[Cc]heck the API key/);
		expect(service.received).toHaveLength(1);
	});

	test.each([
		['contact create', 'created; look for it before you create it again'],
		['contact upsert', 'created or updated; doing it again is harmless'],
		['contact update', 'updated; doing it again is harmless'],
		['contact delete', 'deleted; doing it again is harmless'],
		['email sendTransactional', 'sent; check before you send it again'],
		['email sendToContacts', 'sent; check before you send it again'],
		['email sendToList', 'sent; check before you send it again'],
		['portalSession create', 'created; if you need its link, create another'],
	])(
		'tells the model of %s whether to try again when the outcome is unknown',
		async (name, shown) => {
			const [tool] = tools.filter((other) => other.name === name);
			const { method, path } = tool.request;
			service.sandbox.faults.add({ endpoint: `${method} ${path}`, status: 503, times: 4 });
			const { error } = await run(tool, { args: tool.args, via });

			expect(error?.message).toContain(` may or may not have been ${shown}. The service failed`);
		},
	);

	const sends = tools.filter(({ name }) => name.startsWith('email '));

	test.each(sends)('$name makes two sends of two calls that say the same', async (tool) => {
		const { answers } = await run(tool, { calls: [tool.args, { ...tool.args }], via });

		expect(answers.map(({ response }) => response)).toEqual([tool.response, tool.response]);
		expect(service.received).toEqual([tool.request, tool.request]);
	});

	describe('with "Retry On Fail"', () => {
		const node = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const once = [tools[0], ...sends];

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
			expect(response).toEqual(tool.response);
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

	test('waits out a 429', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 429 });
		const { error } = await run(transactional, { args: transactional.args, via });

		expect(error).toBeUndefined();
		expect(service.sandbox.journal.map(({ status }) => status)).toEqual([429, 200]);
	});
});

test('two calls one after the other, as a model makes them, are two sends', async () => {
	const { tool } = await run(transactional, { args: transactional.args, via: 'invoke' });
	const answer = await tool?.invoke({ ...transactional.args });

	expect(JSON.parse(answer ?? '')).toEqual(transactional.response);
	expect(service.received).toEqual([transactional.request, transactional.request]);
});
