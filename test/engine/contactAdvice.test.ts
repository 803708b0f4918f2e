import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { loadOptions } from './loadMethods';
import { runNode } from '../support/engine/runNode';
import { textOf } from '../support/engine/textOf';
import { useSandbox } from './useSandbox';

const service = useSandbox();

const ada = 'ada@example.com';

const run = async (parameters: INodeParameters, items: IDataObject[] = [{}]) =>
	await runNode({ credential: service.credential, parameters, items });

const property = (name: string, type: string, value: string) => ({
	assignments: [{ id: '1', name, type, value }],
});

describe('an update', () => {
	const update = { resource: 'contact', operation: 'update', email: ada };

	test.each<[string, INodeParameters]>([
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
});

// Each piece of advice: the unit tests of reasons.
test('what the service says comes with advice', async () => {
	const { error } = await run({
		...{ resource: 'contact', operation: 'upsert', email: ada },
		customProperties: property('First Name', 'string', 'Ada'),
	});

	expect(textOf(error)).toMatch(
		/^custom property "First Name" is not .* A first or last name belongs in the field "Name"/,
	);
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
});
