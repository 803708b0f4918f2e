import type { IDataObject, INodeParameters as Parameters } from 'n8n-workflow';
import { continued, list, runOn } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();

const to = 'ada@example.com';
const email = { resource: 'email', subject: 'News', list: list('important') };
const operations: Parameters[] = [
	{ ...email, operation: 'sendTransactional', to },
	{ ...email, operation: 'sendToContacts', contactEmails: to },
	{ ...email, operation: 'sendToList', options: { severalEmails: 'sendDifferent' } },
];

beforeEach(() => {
	service.sandbox.store.addContact({ email: to });
});

const hintsOf = async (parameters: Parameters, items: IDataObject[]) => {
	const { hints, json } = await runOn(service)(parameters, items, { node: continued });
	return { hints: hints.filter((hint) => hint.startsWith('These expressions')), json };
};

const hint = (places: string) =>
	`These expressions were empty, so the emails have a gap there: ${places}.`;

describe.each(operations)('$operation', (operation) => {
	test('names the expressions that were empty, as typed, and for how many items', async () => {
		const parameters = {
			...operation,
			subject: '=News for {{$json.name}}',
			body: "=Hello {{ $json.name }}, {{firstName}} {{ $json.city?.trim() ?? '' }} {{ $json.n }}!",
			options: { ...(operation.options as object), allowAnyTag: true },
		};
		const items = [
			{ name: 'Ada', city: 'London', n: 0 },
			{ city: ' ', n: 1 },
			{ name: '', n: 2 },
			{ name: null, city: 'Oslo', n: 3 },
		];
		const { hints } = await hintsOf(parameters, items);

		expect(hints).toEqual([
			hint(
				[
					'{{$json.name}} in "Subject" for 3 items',
					'{{ $json.name }} in "Body" for 3 items',
					'{{ $json.city?.trim() ?? \'\' }} in "Body" for 2 items',
				].join(', '),
			),
		]);
	});

	test('says nothing if each has a value, or if an item was not sent', async () => {
		const parameters = { ...operation, body: '=Hello {{ $json.name }}{{ $json.city }} ' };
		const filled = { name: 'Ada', city: false };
		expect((await hintsOf(parameters, [filled])).hints).toEqual([]);

		service.sandbox.faults.add({ endpoint: '*', status: 400 });
		const { hints, json } = await hintsOf(parameters, [{ name: 'Ada' }]);
		expect(json[0].error).toContain('status 400');
		expect(hints).toEqual([]);
	});

	test('an expression beside another one is empty only if it has no value', async () => {
		const parameters = { ...operation, body: '=Hi {{ $json.name }}{{ $json.city.trim() }}' };
		expect((await hintsOf(parameters, [{ name: '', city: 'Oslo' }])).hints).toEqual([
			hint('{{ $json.name }} in "Body" for 1 item'),
		]);
	});
});

test('an item with several recipients counts once', async () => {
	service.sandbox.store.addContact({ email: 'grace@example.com' });
	const contactEmails = `${to}, grace@example.com`;
	const parameters = { ...operations[1], contactEmails, body: '=Hello {{ $json.name }}.' };

	expect((await hintsOf(parameters, [{}])).hints).toEqual([
		hint('{{ $json.name }} in "Body" for 1 item'),
	]);
});

test('Send and Wait for Response says it while it waits', async () => {
	const question = { resource: 'email', operation: 'sendAndWait', to, subject: 'A refund' };
	const parameters = { ...question, message: '=Refund {{ $json.order }}?' };

	expect((await hintsOf(parameters, [{}])).hints).toEqual([
		hint('{{ $json.order }} in "Message" for 1 item'),
	]);
	expect((await hintsOf(parameters, [{ order: 7 }])).hints).toEqual([]);
});

test('Send and Wait for Response refuses a tag that is not closed', async () => {
	const question = { resource: 'email', operation: 'sendAndWait', to, subject: 'A refund' };
	const parameters = { ...question, message: 'Dear {{firstName}' };
	const { error } = await runOn(service)(parameters, [{}]);

	expect(error?.message).toBe('"Message" contains {{firstName}, which isn\'t closed');
	expect(service.received).toEqual([]);
});
