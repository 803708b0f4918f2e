import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { loadOptions } from './loadMethods';
import { runNode } from '../support/engine/runNode';
import { textOf } from '../support/engine/textOf';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const ada = 'ada@example.com';
const content = { subject: 'Hello', body: 'Hello' };
const list = (value: string) => ({ __rl: true, mode: 'name', value });

const run = async (parameters: INodeParameters, items: IDataObject[] = [{}]) =>
	await runNode({ credential: service.credential, parameters, items });

const property = (name: string, type: string, value: string) => ({
	assignments: [{ id: '1', name, type, value }],
});

describe('an update', () => {
	const update = { resource: 'contact', operation: 'update', email: ada };

	test.each<[string, INodeParameters]>([
		['without any field', {}],
		['with fields that are added but empty', { updateFields: { name: '', addToLists: [] } }],
		['with a property without a value', { customProperties: property('plan', 'string', '') }],
	])('%s is an error that says so, and sends nothing', async (_, parameters) => {
		service.sandbox.store.addContact({ email: ada });
		const { error } = await run({ ...update, ...parameters });

		expect(textOf(error)).toBe(
			'"Update Fields" and "Custom Properties" are empty, so there is nothing to update. Fill in at least one field of the contact',
		);
		expect(service.received).toEqual([]);
	});

	test.each<[string, INodeParameters]>([
		['a field', { updateFields: { name: 'Ada' } }],
		['a list to leave', { updateFields: { removeFromLists: ['newsletter'] } }],
		['a property to remove', { updateFields: { removeCustomProperties: ['plan'] } }],
		['a property', { customProperties: property('plan', 'string', 'pro') }],
	])('with %s alone is sent', async (_, parameters) => {
		service.sandbox.store.addContact({ email: ada });
		const { error } = await run({ ...update, ...parameters });

		expect(error).toBeUndefined();
		expect(service.received).toMatchObject([{ method: 'PATCH', path: '/contacts/update' }]);
	});
});

describe('what the service says comes with advice', () => {
	const upsert = { resource: 'contact', operation: 'upsert', email: ada };
	const toContacts = {
		resource: 'email',
		operation: 'sendToContacts',
		contactEmails: ada,
		...content,
	};

	test.each<[string, INodeParameters, RegExp]>([
		[
			'to a contact that does not exist',
			{ resource: 'contact', operation: 'get', email: ada },
			/^There is no contact ada@example\.com \(status 404\)\. Check the address; if it is right, the contact/,
		],
		[
			'to a list that does not exist',
			{ resource: 'email', operation: 'sendToList', list: list('Newsletter'), ...content },
			/^list: there is no list "Newsletter" \(status 400\)\. A list goes by its name/,
		],
		[
			'to lists of a contact',
			{ ...upsert, additionalFields: { subscribedToLists: ['Newsletter'] } },
			/^subscribedToLists\: there is no list "Newsletter" \(status 400\)\. A list goes by its name/,
		],
		[
			'to a property that is not defined',
			{ ...upsert, customProperties: property('Company Name', 'string', 'x') },
			/^custom property "Company Name" is not defined in the dashboard \(status 400\)\. Define it/,
		],
		[
			'to a property that is a field',
			{ ...upsert, customProperties: property('First Name', 'string', 'Ada') },
			/^custom property "First Name" is not .* A first or last name belongs into the field "Name"/,
		],
		[
			'to a property of another type',
			{ ...upsert, customProperties: property('seats', 'string', '4') },
			/^custom property "seats" must be a number \(status 400\)\. Give its value as a number/,
		],
	])('%s', async (_, parameters, message) => {
		const { error } = await run(parameters);

		expect(textOf(error)).toMatch(message);
	});

	test('to a recipient who is not on the list', async () => {
		service.sandbox.store.addContact({ email: ada });
		const { error } = await run({ ...toContacts, list: list('newsletter') });

		expect(textOf(error)).toMatch(/is not subscribed to "newsletter" .*Update.*"Add to Lists"/);
	});
});

describe('the custom properties to choose from', () => {
	test('are those that contacts have, each once, by name', async () => {
		const { store } = service.sandbox;
		store.addContact({ email: ada, customProperties: { seats: 4, company: 'Engines' } });
		store.addContact({ email: 'grace@example.com', customProperties: { plan: 'pro', seats: 1 } });
		store.addContact({ email: 'nobody@example.com' });

		const options = await loadOptions('getCustomProperties', { credential: service.credential });

		expect(options).toEqual([
			{ name: 'company', value: 'company' },
			{ name: 'plan', value: 'plan' },
			{ name: 'seats', value: 'seats' },
		]);
	});

	test('are looked for in the first 100 contacts, with one request', async () => {
		for (let number = 0; number < 120; number++) {
			service.sandbox.store.addContact({ email: `contact-${number}@example.com` });
		}
		const options = await loadOptions('getCustomProperties', { credential: service.credential });

		expect(options).toEqual([]);
		expect(service.received).toHaveLength(1);
	});

	test('are not there without a usable credential, and the error says why', async () => {
		const credential = { ...service.credential, apiKey: 'another-key' };
		const loading = loadOptions('getCustomProperties', { credential });

		await expect(loading).rejects.toThrow(/API key.*401/);
	});
});
