import { cutOffTexts } from './cutOffTexts';
import { eventually } from './eventually';
import { outputSchema } from '../support/outputSchema';
import { useEditor } from './useEditor';

const { keep, openWorkflow } = useEditor();

interface Form {
	/** Of the operation, as it is shown. */
	name: string;
	/** That open it. */
	parameters: { resource: string; operation: string } & Record<string, unknown>;
	/** As they are labelled, in their order. */
	fields: string[];
	/** The collection, and what can be added to it. */
	optional?: { label: string; fields: string[] };
}

const EMAIL_CONTENT = ['Subject', 'Body Format', 'Body'];
const TRACKING = ['Track Email Link Clicks', 'Track Email Opens'];

const RESOURCES: Array<{ resource: string; forms: Form[] }> = [
	{
		resource: 'Contact',
		forms: [
			{
				name: 'Create',
				parameters: { resource: 'contact', operation: 'create' },
				fields: ['Email', 'Custom Properties'],
				optional: {
					label: 'Additional Fields',
					fields: ['Avatar URL', 'Language Code', 'Name', 'Subscribed to Lists', 'User ID'],
				},
			},
			{
				name: 'Create or Update',
				parameters: { resource: 'contact', operation: 'upsert' },
				fields: ['Email', 'Custom Properties'],
				optional: {
					label: 'Additional Fields',
					fields: [
						'Avatar URL',
						'Ignore Lists When Updating',
						'Language Code',
						'Name',
						'Subscribed to Lists',
						'User ID',
					],
				},
			},
			{
				name: 'Delete',
				parameters: { resource: 'contact', operation: 'delete' },
				fields: ['Email'],
			},
			{ name: 'Get', parameters: { resource: 'contact', operation: 'get' }, fields: ['Email'] },
			{
				name: 'Get Many',
				parameters: { resource: 'contact', operation: 'getAll' },
				fields: ['Return All', 'Limit'],
			},
			{
				name: 'Update',
				parameters: { resource: 'contact', operation: 'update' },
				fields: ['Email', 'Custom Properties'],
				optional: {
					label: 'Update Fields',
					fields: [
						'Add to Lists',
						'Avatar URL',
						'Language Code',
						'Name',
						'Remove Custom Properties',
						'Remove From Lists',
						'User ID',
					],
				},
			},
		],
	},
	{
		resource: 'Email',
		forms: [
			{
				name: 'Send to Contacts',
				parameters: { resource: 'email', operation: 'sendToContacts', delivery: 'date' },
				fields: ['List', 'Contact Emails', ...EMAIL_CONTENT, 'Delivery', 'Delay Until Date'],
				optional: { label: 'Options', fields: ['Isolate Failures', ...TRACKING] },
			},
			{
				name: 'Send to List',
				parameters: {
					resource: 'email',
					operation: 'sendToList',
					list: { __rl: true, mode: 'name', value: '' },
					delivery: 'delay',
				},
				fields: ['List', ...EMAIL_CONTENT, 'Delivery', 'Delay Seconds'],
				optional: { label: 'Options', fields: ['Send Duplicates', ...TRACKING] },
			},
			{
				name: 'Send Transactional',
				parameters: { resource: 'email', operation: 'sendTransactional' },
				fields: ['To', ...EMAIL_CONTENT],
				optional: { label: 'Options', fields: TRACKING },
			},
		],
	},
	{
		resource: 'Mailing List',
		forms: [
			{
				name: 'Get Many',
				parameters: { resource: 'mailingList', operation: 'getAll' },
				fields: ['Return All', 'Limit'],
			},
		],
	},
	{
		resource: 'Portal Session',
		forms: [
			{
				name: 'Create',
				parameters: { resource: 'portalSession', operation: 'create' },
				fields: ['Contact Email', 'Return URL'],
			},
		],
	},
];

/** So tall that the longest form need not be scrolled. */
const VIEWPORT = { width: 1400, height: 1500 };

describe.each(RESOURCES)('$resource', ({ resource, forms }) => {
	test('shows its operations, the fields of each in their order, and every text to its end', async () => {
		const nodes = Object.fromEntries(forms.map(({ name, parameters }) => [name, parameters]));
		const { editor } = await openWorkflow({ nodes });
		await editor.page.setViewportSize(VIEWPORT);
		for (const { name, fields, optional = { label: undefined, fields: [] } } of forms) {
			await editor.openNode(name);
			for (const [index, field] of optional.fields.entries()) {
				expect(await editor.addableFields()).toEqual(optional.fields.slice(index));
				await editor.addField(field);
			}
			const shown = ['Credential', 'Resource', 'Operation', ...fields, optional.label];
			await eventually(async () =>
				expect(await editor.labels()).toEqual([...shown.filter(Boolean), ...optional.fields]),
			);
			await keep(editor.page, `form ${resource} ${name}`);
			expect(await editor.form.evaluate(cutOffTexts)).toEqual([]);
			await editor.closeNode();
		}

		await editor.openNode(forms[0].name);
		const operations = await editor.openDropDown('operation');
		await keep(editor.page, `operations of ${resource}`);
		// The last is n8n's own.
		expect(await operations.locator('.option-headline').allInnerTexts()).toEqual([
			...forms.map(({ name }) => name),
			'Custom API Call',
		]);
		expect(await operations.evaluate(cutOffTexts)).toEqual([]);
	});
});

test('what comes out of each operation is shown to the next node before the first run, for mapping', async () => {
	const operations = RESOURCES.flatMap(({ resource, forms }) =>
		forms.map(({ name, parameters }) => ({ node: `${resource} ${name}`, parameters })),
	);
	const nodes = Object.fromEntries(operations.map(({ node, parameters }) => [node, parameters]));
	const { editor } = await openWorkflow({ nodes });
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openNode('Next');
	for (const { node, parameters } of operations.reverse()) {
		const { resource, operation } = parameters;
		const schema = outputSchema(`${resource}/${operation}`);
		await eventually(async () =>
			expect({ node, fields: await editor.previewedFields(node) }).toEqual({
				node,
				fields: Object.keys(schema.properties).sort(),
			}),
		);
	}
});
