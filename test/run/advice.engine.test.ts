import type { INodeParameters } from 'n8n-workflow';
import { useDeduplicationStore } from '../support/engine/DeduplicationStore';
import { continued, runOn, textOf } from '../support/engine/runNode';
import { parametersOf, type OperationName } from '../support/operations';
import { loadOptions } from '../support/engine/loadMethods';
import { runTool } from '../support/engine/runTool';
import { useSandbox } from '../support/useSandbox';

/** Where n8n shows two texts, the advice is the description; where only one survives, it is part of the message. */

const service = useSandbox();
useDeduplicationStore();

const nobody = { email: 'nobody@example.com', text: 'Hello', list: 'newsletter' };

interface Case {
	what: string;
	parameters: INodeParameters;
	problem: string;
	advice: string;
}

const cases: Case[] = [
	{
		what: "a value that can't be used",
		parameters: { ...parametersOf('contact get', nobody), email: 'nobody' },
		problem: '"Email" isn\'t an email address: "nobody"',
		advice: 'Enter an address such as ada@example.com',
	},
	{
		what: 'a rejected request',
		parameters: { ...parametersOf('contact get', nobody), email: nobody.email },
		problem: 'There is no contact nobody@example.com (status 404)',
		advice: 'Check the address, or add the contact with "Create or Update".',
	},
];

const run = async (parameters: INodeParameters, options: object = {}) =>
	await runOn(service)(parameters, [nobody], options);

describe.each(cases)('of $what', ({ parameters, problem, advice }) => {
	test('is the description with "Stop"', async () => {
		const { error, result } = await run(parameters);

		expect(error?.message).toBe(problem);
		expect(error?.description).toBe(advice);
		expect(result.data.resultData.error).toMatchObject({ message: problem, description: advice });
	});

	test('is the description with "Stop" of a run of several items, whose account is in the message', async () => {
		const { error } = await runOn(service)(parameters, [nobody, nobody]);

		expect(error?.message).toContain(problem);
		expect(error?.message).not.toContain(advice);
		expect(error?.message).toMatch(/ \(items (1 rejected; 2|1-2) not done\)$/);
		expect(error?.description).toBe(advice);
	});

	test('is in the message with "Continue"', async () => {
		const { errors, raw } = await run(parameters, { node: continued });

		expect(errors).toEqual([`${problem}. ${advice}`]);
		expect(raw?.[0][0].error?.message).toBe(`${problem}. ${advice}`);
	});

	test('is in the text on the error output', async () => {
		const { errorItems } = await run(parameters, { node: { onError: 'continueErrorOutput' } });

		expect(errorItems.map(({ json }) => json)).toEqual([
			{ ...nobody, error: `${problem}. ${advice}` },
		]);
	});

	test.each(['invoke', 'engine'] as const)('is in the message of a tool (%s)', async (via) => {
		const { error } = await runTool({ credential: service.credential, parameters, via });

		expect(error?.message).toContain(`${problem}. ${advice}`);
	});
});

const RULES = {
	address: 'Check the address, or add the contact with "Create or Update".',
	properties:
		'Custom properties must be defined in the service\'s dashboard with the same name and type, including capitals. This contact has Plan: "pro".',
	recipients: 'Check that all recipients are contacts on the list.',
	testRecipient: 'Check that the test recipient is a contact on the list.',
	list: 'Check that the list exists. Its name can differ from its title.',
	url: 'Check the Base URL of the credential.',
};
const customProperties = { assignments: [{ name: 'Plan', type: 'string', value: 'pro' }] };

test.each<[operation: OperationName, more: object, status: number, advice: string | undefined]>([
	['contact create', { customProperties }, 400, RULES.properties],
	['contact upsert', { customProperties }, 422, RULES.properties],
	['contact upsert', {}, 400, undefined],
	['contact upsert', { customProperties }, 404, RULES.url],
	['contact update', { customProperties }, 400, RULES.properties],
	['contact update', { customProperties }, 404, RULES.address],
	['contact update', {}, 400, undefined],
	['contact get', {}, 404, RULES.address],
	['contact get', {}, 400, undefined],
	['contact delete', {}, 404, 'Check the address.'],
	['portalSession create', {}, 404, RULES.address],
	['email sendToContacts', {}, 404, RULES.recipients],
	['email sendToContacts', {}, 400, RULES.recipients],
	['email sendToList', {}, 404, RULES.list],
	['email sendToList', { testRecipient: 'ada@example.com' }, 404, RULES.testRecipient],
	['email sendTransactional', {}, 400, undefined],
	['email sendTransactional', {}, 404, RULES.url],
	['mailingList getAll', {}, 404, RULES.url],
])(
	'of %s with %j, rejected with status %i, is a rule that concerns the request',
	async (name, more, status, advice) => {
		const body = { error: true, reason: 'No list, contact or custom property' };
		service.sandbox.faults.add({ endpoint: '*', status, body });
		const { error } = await run({ ...parametersOf(name, nobody), ...more });

		expect(error?.message).toBe(`${body.reason} (status ${status})`);
		expect(error?.description ?? undefined).toBe(advice);
	},
);

test('with all custom properties of a rejected contact, and their values, names the cause at once', async () => {
	const values = {
		seats: 12,
		budget: '1250,50',
		age: '42',
		note: `<b>${'x'.repeat(200)}`,
		gone: '',
	};
	const row = { email: 'ada@example.com', Colour: 'red', Size: 'XL', ...values };
	const { errors } = await runOn(service)(
		{ resource: 'contact', operation: 'upsert', dataMode: 'autoMapInputData' },
		[{ email: 'grace@example.com' }, row],
		{ node: continued },
	);

	expect(errors[0]).toBeUndefined();
	expect(errors[1]).toMatch(
		/^Custom property "Colour" is not defined in the dashboard \(status 400\)\. /,
	);
	expect(errors[1]).toContain(
		`This contact has Colour: "red", Size: "XL", seats: 12, budget: "1250,50" (text; for a number, write 1250.50), age: "42" (text), note: "‹b›${'x'.repeat(77)}…".`,
	);
});

test('what may have been sent stays at the beginning of the message', async () => {
	service.sandbox.faults.add({ endpoint: '*', cutJson: true });
	const { error } = await run(parametersOf('email sendTransactional', nobody));

	expect(error?.message).toBe(
		"The email may or may not have been sent. The response of the service couldn't be read (status 200, unknown format)",
	);
	expect(error?.description).toBe(
		"Check the service's dashboard before you send it again. If this happens again, check the Base URL of the credential. Retry of this execution leaves it out.",
	);
});

test.each<[where: string, options: INodeParameters, settings: object]>([
	['with a Send Once Key', { sendOnceKey: 'news', sendOnceInDoubt: 'send' }, {}],
	['in a sub-workflow', {}, { parent: { executionId: '1' } }],
])('%s, what may have been sent says nothing of Retry', async (_where, options, settings) => {
	service.sandbox.faults.add({ endpoint: '*', cutJson: true });
	const parameters = { ...parametersOf('email sendTransactional', nobody), options };
	const { error } = await run(parameters, { ...settings, node: { id: 'asked' } });

	expect(error?.description).toMatch(/^Check the service's dashboard before you send it again\./);
	expect(error?.description).not.toContain('Retry');
});

describe('on an email that may have been sent', () => {
	const keyed = (parameters: INodeParameters) => ({
		...parameters,
		options: { sendOnceKey: 'receipt 1' },
	});
	const receipt = parametersOf('email sendTransactional', nobody);
	const question = {
		...{ resource: 'email', operation: 'sendAndWait', to: nobody.email },
		...{ subject: 'Approve?', message: nobody.text, responseType: 'approval' },
	};

	test.each([
		['an item that fails with "Continue"', receipt, continued],
		['a send with a Send Once Key, which Retry does not pass over', keyed(receipt), {}],
		['a question, which Retry asks again', question, {}],
	])('does not promise that Retry leaves it out: %s', async (_, parameters, node) => {
		service.sandbox.faults.add({ endpoint: '*', status: 503 });
		const { error, errors } = await run(parameters, { node });
		const text = errors.at(0) ?? error?.description ?? '';

		expect(text).toContain("Check the service's dashboard before you");
		expect(text).not.toContain('Retry');
	});
});

test('holds neither a key that the service quotes nor the word that n8n takes for a cancellation', async () => {
	const { apiKey } = service.credential;
	const body = { reason: `There is no list for ${apiKey}, it was canceled` };
	service.sandbox.faults.add({ endpoint: '*', status: 404, body });
	const { error, result } = await run(parametersOf('contact get', nobody));

	expect(error?.description).toMatch(/^Check the address/);
	expect(textOf(error)).not.toContain(apiKey);
	expect(textOf(error)).not.toContain('canceled');
	expect(result.status).toBe('error');
});

test('is the description of an error in a drop-down', async () => {
	const credential = { ...service.credential, apiKey: 'wrong' };
	const failure = loadOptions('getCustomProperties', { credential });

	await expect(failure).rejects.toMatchObject({
		message: expect.stringMatching(/^The service refused the API key \(status 401\)/),
		description: 'Check the API key of the credential.',
	});
});

describe('after an outage', () => {
	const items = Array.from({ length: 6 }, (_, index) => ({
		...nobody,
		email: `p${index}@example.com`,
	}));
	const sends = parametersOf('email sendTransactional');

	test('with "Continue" no Retry is advised, as n8n offers none', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 503, times: 1_000 });
		const { errors } = await runOn(service)(sends, items, { node: continued });

		expect(errors.at(-1)).toMatch(
			/the service is down.*When the service is back, run the workflow with only those items\.$/,
		);
		expect(errors.join(' ')).not.toContain('Retry');
	});

	test('a tool is not told to select an entry', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 503, times: 1_000 });
		await runOn(service)(sends, items.slice(0, 3), { node: continued });
		const parameters = parametersOf('email sendTransactional', items[5]);
		const { error } = await runTool({ parameters, credential: service.credential });

		expect(error?.message).toMatch(/the service is down.*When the service is back, try again\.$/);
	});

	test('with "Stop" the error names the entry of Retry', async () => {
		service.sandbox.faults.add({ endpoint: '*', status: 503, times: 1_000 });
		await runOn(service)(sends, items.slice(0, 3), { node: continued });
		const { error } = await runOn(service)(sends, items.slice(3));

		expect(textOf(error)).toMatch(
			/the service is down.*select "Retry with currently saved workflow/,
		);
	});
});
