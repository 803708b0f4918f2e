import { eventually } from './eventually';
import { useEditor } from './useEditor';

const { demo, keep, openWorkflow } = useEditor();

const VIEWPORT = { width: 1440, height: 1200 };
const upsert = { resource: 'contact', operation: 'upsert' };

test('columns of foreign names become a contact when they are mapped automatically', async () => {
	const row = {
		'E-MAIL': 'ada@example.com',
		'First Name': 'Ada',
		'Last Name': 'Example',
		plan: 'pro',
	};
	const { editor, savedParameters } = await openWorkflow({ parameters: upsert, items: [row] });
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openNode('Mailroom');

	const modes = await editor.openDropDown('dataMode');
	await modes.getByText('Map Automatically', { exact: true }).click();
	await editor.form.getByText('Columns to Ignore', { exact: true }).waitFor();
	await keep(editor.page, 'contact mapped automatically');

	const labels = await editor.labels();
	expect(labels).toEqual(expect.arrayContaining(['Data Mode', 'Additional Fields']));
	expect(labels).not.toContain('Email');
	expect(labels).not.toContain('Custom Properties');
	await editor.execute();
	await eventually(async () =>
		expect(demo().sandbox.store.findContact('ada@example.com')).toMatchObject({
			name: 'Ada Example',
			customProperties: { plan: 'pro' },
		}),
	);
	await eventually(async () =>
		expect(await savedParameters()).toMatchObject({ dataMode: 'autoMapInputData' }),
	);
});

test('the form says where a first name belongs, beside the place where it would be dropped', async () => {
	const { editor } = await openWorkflow({ parameters: upsert });
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openNode('Mailroom');

	const note = editor.form.getByText('{{firstName}} in an email comes from Name');
	await note.waitFor();
	const addField = editor.form.getByPlaceholder('Add Contact Field');
	const properties = editor.form.getByText('Custom Properties', { exact: true });
	const tops = [];
	for (const place of [addField, note, properties]) {
		tops.push((await place.boundingBox())?.y ?? NaN);
	}
	expect([...tops].sort((one, other) => one - other)).toEqual(tops);
	await keep(editor.page, 'contact with custom properties');
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
