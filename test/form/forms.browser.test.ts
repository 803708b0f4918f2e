import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { outputSchema } from '../support/outputSchema';
import { cutOffTexts } from '../support/browser/cutOffTexts';
import { eventually } from '../support/browser/eventually';
import { useEditor } from '../support/browser/useEditor';

const { keep, openWorkflow } = useEditor();

// Which fields there are, and their texts: the text of the form, in the unit tests. Here it is how the editor shows them.

const node = new Mailroom();
const { properties } = node.description;

const parametersOf = (resource: string, operation: string): INodeParameters => ({
	...{ resource, operation, delivery: 'date' },
	// An empty list is no list of the drop-down, which would have to be asked for.
	list: { __rl: true, mode: 'name', value: '' },
});

const fieldsOf = (parameters: INodeParameters) =>
	properties.filter(
		(field) =>
			!field.isNodeSetting &&
			NodeHelpers.displayParameter(
				{ ...defaults(parameters), ...parameters },
				field,
				{ typeVersion: 1 },
				node.description,
			),
	);

const defaults = ({ resource, operation }: INodeParameters): INodeParameters =>
	Object.fromEntries(
		properties.flatMap(({ name, default: byDefault, displayOptions: { show } = {} }) =>
			show?.resource?.includes(String(resource)) && show.operation?.includes(String(operation))
				? [[name, byDefault as string]]
				: [],
		),
	);

const optionsOf = ({ options = [] }: INodeProperties) => options as INodeProperties[];

/** The saved value of a collection with all its fields. A fixed collection has its own labels. */
const everythingIn = (field: INodeProperties): INodeParameters =>
	Object.fromEntries(
		optionsOf(field)
			.filter(({ type }) => type !== 'fixedCollection')
			.map(({ name, default: byDefault }) => [
				name,
				name === 'sendOnceKey' ? 'welcome' : (byDefault as string),
			]),
	);

const labelsOf = (field: INodeProperties): string[] => [
	field.displayName,
	...(field.type === 'collection'
		? Object.keys(everythingIn(field)).map(
				(name) => optionsOf(field).find((option) => option.name === name)?.displayName ?? '',
			)
		: []),
];

const resources = Object.entries(node.customOperations ?? {}).map(
	([resource, operations]) => [resource, Object.keys(operations)] as const,
);

/** Tall enough for the longest form without scrolling. */
const VIEWPORT = { width: 1400, height: 1700 };

// A test per resource: n8n takes about two seconds to open a node, and longer on a busy machine.
test.each(resources)(
	'the fields of each operation of %s are shown in their order, and every text to its end',
	async (resource, operations) => {
		const forms = operations.map((operation) => {
			const parameters = parametersOf(resource, operation);
			const fields = fieldsOf(parameters);
			const collections = fields.filter(({ type }) => type === 'collection');
			const added = Object.fromEntries(collections.map((one) => [one.name, everythingIn(one)]));
			return { operation, fields, parameters: { ...parameters, ...added } };
		});
		const { editor } = await openWorkflow({
			nodes: Object.fromEntries(forms.map(({ operation, parameters }) => [operation, parameters])),
		});
		await editor.page.setViewportSize(VIEWPORT);
		for (const { operation, fields } of forms) {
			await editor.openNode(operation);
			const [notices, others] = [true, false].map((isNotice) =>
				fields.filter(({ type }) => (type === 'notice') === isNotice),
			);
			await eventually(async () =>
				expect({ operation, labels: await editor.labels() }).toEqual({
					operation,
					labels: ['Credential', ...others.flatMap(labelsOf)],
				}),
			);
			expect(await editor.notice().allInnerTexts()).toEqual(
				notices.map(({ displayName }) => displayName),
			);
			await keep(editor.form, `form ${resource} ${operation}`);
			expect(await editor.form.evaluate(cutOffTexts)).toEqual([]);
			await editor.closeNode();
		}

		await editor.openNode('Next');
		for (const operation of [...operations].reverse()) {
			const { properties: fields = { data: {} } } = outputSchema(`${resource}/${operation}`);
			await eventually(async () =>
				expect({ operation, fields: await editor.previewedFields(operation) }).toEqual({
					operation,
					fields: Object.keys(fields).sort(),
				}),
			);
		}
	},
);

test.each(['contact', 'email'])('the operations of %s are read to their ends', async (resource) => {
	const { editor } = await openWorkflow({ parameters: { resource } });
	await editor.openNode('Mailroom');
	const dropDown = await editor.openDropDown('operation');
	await keep(editor.page, `operations of ${resource}`);
	expect(await dropDown.evaluate(cutOffTexts)).toEqual([]);
});

test('a filter of bounces that was saved as false is shown as Not Bounced, and can be chosen again', async () => {
	const parameters = {
		...{ resource: 'contact', operation: 'getAll' },
		filters: { hardBounced: false },
	};
	const { editor, savedParameters } = await openWorkflow({ parameters });
	await editor.openNode('Mailroom');
	await eventually(async () => expect(await editor.chosen('hardBounced')).toBe('Not Bounced'));
	for (const [shown, saved] of [
		['Bounced', true],
		['Not Bounced', false],
	] as const) {
		const dropDown = await editor.openDropDown('hardBounced');
		await dropDown.getByText(shown, { exact: true }).click();
		await eventually(async () =>
			expect(await savedParameters()).toMatchObject({ filters: { hardBounced: saved } }),
		);
		expect(await editor.chosen('hardBounced')).toBe(shown);
	}
});
