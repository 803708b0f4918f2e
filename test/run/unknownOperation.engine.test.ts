import type { INodeParameters } from 'n8n-workflow';
import { continued, runOn, textOf } from '../support/engine/runNode';
import { runTool } from '../support/engine/runTool';
import { ada, grace, parametersOf } from '../support/operations';
import { useSandbox } from '../support/useSandbox';

/** n8n's declarative engine gets what is no custom operation of the node. */

const service = useSandbox();

const email = { ...parametersOf('email sendTransactional', ada) };

const OPERATION = (name: string) =>
	`"Operation" is "${name}", which this node doesn't have. Choose one from the drop-down`;
const RESOURCE = (name: string) =>
	`"Resource" is "${name}", which this node doesn't have. Choose one from the drop-down`;

const unknown: Array<[what: INodeParameters, problem: string]> = [
	[{ operation: 'sendTransactionl' }, OPERATION('sendTransactionl')],
	[{ operation: '' }, OPERATION('')],
	[{ operation: 'upsert' }, OPERATION('upsert')],
	...['constructor', '__proto__', 'toString', 'prototype', 'hasOwnProperty'].map(
		(operation): [INodeParameters, string] => [{ operation }, OPERATION(operation)],
	),
	[{ operation: 7 }, OPERATION('7')],
	[{ operation: null }, OPERATION('null')],
	[{ operation: ['sendTransactional'] }, OPERATION('["sendTransactional"]')],
	// n8n takes the field for one without expressions.
	[{ operation: '={{ "sendTransactional" }}' }, OPERATION('{{ "sendTransactional" }}')],
	[{ resource: 'emails' }, RESOURCE('emails')],
	[{ resource: 'constructor', operation: 'keys' }, RESOURCE('constructor')],
	[{ resource: 'constructor', operation: 'name' }, RESOURCE('constructor')],
	[{ resource: '__proto__', operation: 'toString' }, RESOURCE('__proto__')],
	[{ resource: 'prototype', operation: 'constructor' }, RESOURCE('prototype')],
	[{ resource: 'toString', operation: 'call' }, RESOURCE('toString')],
	[{ resource: ['email'] }, RESOURCE('["email"]')],
	[{ resource: '={{ "email" }}' }, RESOURCE('{{ "email" }}')],
];

describe.each(unknown)('with %j', (fields, problem) => {
	const parameters = { ...email, ...fields };

	test('the node fails, and asks nothing', async () => {
		const { error, result } = await runOn(service)(parameters, [ada, grace]);

		expect(textOf(error)).toBe(problem);
		expect(result.status).toBe('error');
		expect(service.received).toEqual([]);
	});

	test('each item fails with "Continue", and nothing is asked', async () => {
		const { errors } = await runOn(service)(parameters, [ada, grace], { node: continued });

		expect(errors).toEqual([problem, problem]);
		expect(service.received).toEqual([]);
	});

	test.each(['invoke', 'engine'] as const)('a tool fails, and asks nothing (%s)', async (via) => {
		const { error } = await runTool({ credential: service.credential, parameters, via });

		expect(error?.message).toContain(problem);
		expect(service.received).toEqual([]);
	});
});

test('on the error output, items keep their columns and their pairing', async () => {
	const parameters = { ...email, operation: 'sendTransactionl' };
	const { items, errorItems, afterError } = await runOn(service)(parameters, [ada, grace], {
		node: { onError: 'continueErrorOutput' },
		after: '={{ $("Input").item.json.email }}',
	});

	expect(items).toEqual([]);
	expect(errorItems.map(({ json }) => json)).toEqual(
		[ada, grace].map((item) => ({ ...item, error: OPERATION('sendTransactionl') })),
	);
	expect(afterError).toEqual([ada.email, grace.email]);
});

test('without resource and operation, the defaults of the form count', async () => {
	const { resource: _resource, operation: _operation, ...fields } = email;
	const { error } = await runOn(service)(fields, [ada]);

	expect(error).toBeUndefined();
	expect(service.received.map(({ path }) => path)).toEqual(['/email/transactional']);
});
