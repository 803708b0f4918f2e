import type { IDataObject } from 'n8n-workflow';
import { continued, runOn, textOf } from '../support/engine/runNode';
import { useSandbox } from '../support/useSandbox';

const service = useSandbox();
const runNode = runOn(service);

const OPERATIONS = ['create', 'upsert'];

const map = (operation: string) => ({
	...{ resource: 'contact', operation, dataMode: 'autoMapInputData' },
});

const rowOf = (name: string, value: string | number) => ({
	email: 'kim@example.com',
	[name]: value,
});

const paths = () => service.received.map(({ method, path }) => `${method} ${path}`);

const fill = (...contacts: Array<Record<string, string | number>>) => {
	for (const [index, customProperties] of contacts.entries()) {
		service.sandbox.store.addContact({ email: `known${index}@example.com`, customProperties });
	}
};

describe.each(OPERATIONS)('mapping columns automatically in %s', (operation) => {
	const errorFor = async (row: IDataObject) => {
		const { error } = await runNode(map(operation), [row]);
		return textOf(error);
	};

	test.each([
		['Company', 'company'],
		['Com-pany', 'company'],
		['seats ', undefined],
		['shoe size', undefined],
	])('names the properties that the service has, for the column %j', async (column, meant) => {
		fill({ company: 'Example', seats: 3 }, { plan: 'pro' });
		service.sandbox.faults.add({ endpoint: 'POST /contacts/create_many', status: 400, times: 9 });
		const text = await errorFor(rowOf(column, 'x'));
		if (column.trim() === 'seats') {
			expect(text).not.toContain('first contacts');
			return;
		}
		expect(text).toContain("The service's first contacts have company, plan, seats.");
		if (meant) expect(text).toContain(`Write ${meant} instead of ${column}.`);
		else expect(text).not.toContain('Write ');
	});

	test('asks once for all rejected rows, and after the last request', async () => {
		fill({ company: 'Example' });
		const rows = Array.from({ length: 5 }, (_, index) => ({
			email: `row${index}@example.com`,
			Company: 'Example',
		}));
		const good = { email: 'good@example.com', company: 'Example' };
		const { items } = await runNode(map(operation), [...rows, good], { node: continued });
		const errors = items.map(({ json }) => json.error as string | undefined);
		expect(errors.slice(0, 5)).toEqual(
			rows.map(() => expect.stringMatching(/Write company instead of Company\.$/)),
		);
		expect(errors[5]).toBeUndefined();
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
			[...rows, good].map((_, item) => ({ item })),
		);
		expect(paths().filter((path) => path === 'GET /contacts')).toHaveLength(1);
		expect(paths().at(-1)).toBe('GET /contacts');
	});

	test.each([{ status: 500 }, { status: 401 }, { silent: true }, { html: true }])(
		'gives the error as it is if it cannot ask: %j',
		async (fault) => {
			fill({ company: 'Example' });
			service.sandbox.faults.add({ endpoint: 'GET /contacts', times: 9, ...fault });
			const text = await errorFor(rowOf('Company', 'Example'));
			expect(text).toMatch(/Custom properties must be defined/);
			expect(text).not.toMatch(/first contacts/);
		},
	);

	test.each([
		['no contact has any', []],
		['only its type is wrong', [{ seats: 3 }]],
	])('adds nothing if %s', async (_, known) => {
		fill(...(known as Array<Record<string, number>>));
		expect(await errorFor(rowOf('seats', 'many'))).not.toMatch(/first contacts/);
	});

	test('asks nothing for rows without properties, and nothing if all are saved', async () => {
		fill({ company: 'Example' });
		service.sandbox.faults.add({ endpoint: 'POST /contacts/create_many', status: 400 });
		await errorFor({ email: 'kim@example.com' });
		await runNode(map(operation), [rowOf('company', 'Example')]);
		expect(paths()).toEqual(['POST /contacts/create_many', 'POST /contacts/create_many']);
	});
});

test('names that were typed are not looked up', async () => {
	fill({ company: 'Example' });
	const { error } = await runNode({
		...{ resource: 'contact', operation: 'upsert', email: 'kim@example.com' },
		customProperties: { assignments: [{ id: '1', name: 'Company', value: 'x', type: 'string' }] },
	});
	expect(textOf(error)).toMatch(/Custom properties must be defined/);
	expect(paths()).toEqual(['POST /contacts/create_many']);
});
