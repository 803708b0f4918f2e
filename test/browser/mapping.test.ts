import { eventually } from './eventually';
import { useEditor } from './useEditor';

const { demo, keep, openWorkflow } = useEditor();

const VIEWPORT = { width: 1440, height: 1200 };
const upsert = { resource: 'contact', operation: 'upsert' };

test('a table with columns of foreign names becomes contacts when it is mapped automatically', async () => {
	const { sandbox } = demo();
	const row = (firstName: string, plan: string) => ({
		'E-MAIL': `${firstName.toLowerCase()}@example.com`,
		'First Name': firstName,
		'Last Name': 'Example',
		plan,
		'Row Number': 7,
	});
	const { editor, savedParameters } = await openWorkflow({
		parameters: upsert,
		items: [row('Ada', 'pro'), row('Grace', ''), row('Joan', 'free')],
	});
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openNode('Mailroom');

	const modes = await editor.openDropDown('dataMode');
	await modes.getByText('Map Automatically', { exact: true }).click();
	expect(await editor.text('columnsToIgnore').inputValue()).toBe('row_number');
	await keep(editor.page, 'contact mapped automatically');
	await eventually(async () =>
		expect(await savedParameters()).toMatchObject({ dataMode: 'autoMapInputData' }),
	);
	await editor.execute();
	await editor.output.getByText('3 items').waitFor();
	await keep(editor.page, 'table mapped automatically');

	const contact = (firstName: string, properties: object) => ({
		email: `${firstName.toLowerCase()}@example.com`,
		name: `${firstName} Example`,
		customProperties: properties,
	});
	const stored = sandbox.store.contents().contacts;
	expect(
		stored.map(({ email, name, customProperties }) => ({ email, name, customProperties })),
	).toEqual([
		contact('Ada', { plan: 'pro' }),
		contact('Grace', {}),
		contact('Joan', { plan: 'free' }),
	]);
	expect(sandbox.journal).toHaveLength(1);
});

test('the canvas says what the node does', async () => {
	const { editor } = await openWorkflow({ parameters: upsert });
	await editor.node('Mailroom').getByText('Create or update contact', { exact: true }).waitFor();
	await keep(editor.page, 'subtitle on the canvas');
});

test('the custom properties to remove are offered, and a name that no contact has is kept', async () => {
	demo().sandbox.store.addContact({
		email: 'ada@example.com',
		customProperties: { company: 'Engines', seats: 4 },
	});
	const updateFields = { removeCustomProperties: ['plan'] };
	const { editor, savedParameters } = await openWorkflow({
		parameters: {
			resource: 'contact',
			operation: 'update',
			email: 'ada@example.com',
			updateFields,
		},
	});
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openNode('Mailroom');
	// Until the names are loaded, n8n does not open it.
	await editor.field('removeCustomProperties').locator('input:enabled').first().waitFor();
	const names = await editor.openDropDown('removeCustomProperties');
	await names.getByText('company', { exact: true }).click();
	await keep(editor.page, 'custom properties to remove');

	await eventually(async () =>
		expect(await savedParameters()).toMatchObject({
			updateFields: { removeCustomProperties: ['plan', 'company'] },
		}),
	);
});
