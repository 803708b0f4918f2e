import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import { choiceOf, operationNamed, operations, type OperationName } from '../support/operations';
import { outputSchema } from '../support/outputSchema';
import { cutOffTexts } from './cutOffTexts';
import { eventually } from './eventually';
import { useEditor } from './useEditor';

const { keep, openWorkflow } = useEditor();

interface Collection {
	label: string;
	/** All that can be added to it, in the order of the drop-down. */
	members: string[];
}

interface Form {
	/** That show more than an operation does by itself. */
	parameters?: object;
	/** As they are labelled, in their order. */
	fields: Array<string | Collection>;
	/** Parts of the texts between the fields. */
	notices?: string[];
}

const EMAIL_CONTENT = ['Subject', 'Body Format', 'Body'];
const TRACKING = ['Track Email Link Clicks', 'Track Email Opens'];

/** @param own of an operation, which stand in the alphabetical order of those that all have */
const sendOptions = (...own: string[]): Collection => ({
	label: 'Options',
	members: [
		...['Allow Any Tag', 'If in Doubt', 'Send Once History Size', 'Send Once Key'],
		...[...TRACKING, ...own],
	].sort(),
});
const CONTACT_FIELDS = ['Language Code', 'Name', 'Subscribed to Lists', 'User ID'];
const RECORDS: Form = { fields: ['Return All', 'Limit'] };
const ABOUT_PROPERTIES = 'Add custom properties only.';
const ABOUT_TAGS = 'n8n may show {{firstName}} in red, but it is sent as typed.';

/** An empty list is no list of the drop-down, which would have to be asked for. */
const NO_LIST = { list: { __rl: true, mode: 'name', value: '' } };

/** Spelt out once more: what a user reads must not change with the description unseen. */
const FORMS: Record<OperationName, Form> = {
	'contact create': {
		fields: [
			'Data Mode',
			'Email',
			{ label: 'Additional Fields', members: ['Avatar URL', ...CONTACT_FIELDS] },
			'Custom Properties',
		],
		notices: [ABOUT_PROPERTIES],
	},
	'contact upsert': {
		fields: [
			'Data Mode',
			'Email',
			{
				label: 'Additional Fields',
				members: ['Avatar URL', 'Keep Lists of Existing Contacts', ...CONTACT_FIELDS],
			},
			'Custom Properties',
		],
		notices: [ABOUT_PROPERTIES],
	},
	'contact update': {
		fields: [
			'Email',
			{
				label: 'Update Fields',
				members: [
					'Add to Lists',
					'Avatar URL',
					'Language Code',
					'Name',
					'Remove Custom Properties',
					'Remove From Lists',
					'User ID',
				],
			},
			'Custom Properties',
		],
		notices: [ABOUT_PROPERTIES],
	},
	'contact delete': { fields: ['Email'] },
	'contact get': { fields: ['Email'] },
	'contact getAll': {
		fields: [
			...RECORDS.fields,
			{ label: 'Filters', members: ['Hard Bounced', 'Not on Lists', 'On Lists'] },
		],
	},
	'email sendTransactional': {
		fields: ['To', ...EMAIL_CONTENT, sendOptions()],
	},
	'email sendToContacts': {
		parameters: { delivery: 'date' },
		fields: [
			'List',
			'Contact Emails',
			...EMAIL_CONTENT,
			'Delivery',
			'Delay Until Date',
			sendOptions('Isolate Failures'),
		],
		notices: [ABOUT_TAGS],
	},
	'email sendToList': {
		parameters: { ...NO_LIST, delivery: 'delay' },
		fields: [
			'List',
			'Test Recipient',
			...EMAIL_CONTENT,
			'Delivery',
			'Delay Seconds',
			sendOptions('Several Emails'),
		],
		notices: [ABOUT_TAGS],
	},
	'mailingList getAll': RECORDS,
	'portalSession create': { fields: ['Contact Email', 'Return URL'] },
};

interface ShownResource {
	shownAs: string;
	resource: string;
	/** Operations that are in no table of those that send and are done. */
	withOwnTests?: string[];
}

const RESOURCES: ShownResource[] = [
	{ shownAs: 'Contact', resource: 'contact' },
	{ shownAs: 'Email', resource: 'email', withOwnTests: ['Send and Wait for Response'] },
	{ shownAs: 'Mailing List', resource: 'mailingList' },
	{ shownAs: 'Portal Session', resource: 'portalSession' },
];

const names = operations.map(({ name }) => name);

const parametersIn = (name: OperationName) => ({ ...choiceOf(name), ...FORMS[name].parameters });

const collectionIn = (name: OperationName) =>
	FORMS[name].fields.find((field) => typeof field !== 'string');

const { properties } = new Mailroom().description;

/** What n8n saves of the collection of an operation to which everything has been added. */
function everythingIn(name: OperationName): object {
	const collection = collectionIn(name);
	if (!collection) return {};
	const { resource, operation } = choiceOf(name);
	const { name: parameter, options = [] } =
		properties.find(
			({ displayName, displayOptions: { show } = {} }) =>
				displayName === collection.label &&
				show?.resource?.includes(resource) === true &&
				show.operation?.includes(operation) === true,
		) ?? {};
	const added = collection.members.flatMap((member) => {
		const option = options.find((one) => 'default' in one && one.displayName === member);
		return option && 'default' in option ? [[option.name, option.default]] : [];
	});
	return { [String(parameter)]: { ...Object.fromEntries(added), ...keyFor(name) } };
}

/** Some options are shown only with one. */
const keyFor = (name: OperationName) =>
	collectionIn(name)?.members.includes('Send Once Key') ? { sendOnceKey: 'welcome' } : {};

/** So tall that the longest form need not be scrolled. */
const VIEWPORT = { width: 1400, height: 1700 };

describe.each(RESOURCES)('$shownAs', ({ shownAs, resource, withOwnTests = [] }) => {
	test('shows its operations, the fields of each in their order, and every text to its end', async () => {
		const ofResource = names.filter((name) => choiceOf(name).resource === resource);
		const { editor } = await openWorkflow({
			nodes: Object.fromEntries(
				ofResource.map((name) => [name, { ...parametersIn(name), ...everythingIn(name) }]),
			),
		});
		await editor.page.setViewportSize(VIEWPORT);
		for (const name of ofResource) {
			const { fields, notices = [] } = FORMS[name];
			await editor.openNode(name);
			const labels = fields.flatMap((one) =>
				typeof one === 'string' ? [one] : [one.label, ...one.members],
			);
			await eventually(async () =>
				expect(await editor.labels()).toEqual(['Credential', 'Resource', 'Operation', ...labels]),
			);
			expect(await editor.collectionsToAddTo().count()).toBe(0);
			const texts = await editor.notice().allInnerTexts();
			expect(texts).toEqual(notices.map((start) => expect.stringContaining(start)));
			await keep(editor.page, `form ${shownAs} ${operationNamed(name).shownAs}`);
			expect(await editor.form.evaluate(cutOffTexts)).toEqual([]);
			await editor.closeNode();
		}

		await editor.openNode(ofResource[0]);
		const dropDown = await editor.openDropDown('operation');
		await keep(editor.page, `operations of ${shownAs}`);
		// The last is n8n's own.
		const inOrder = [
			...ofResource.map((name) => operationNamed(name).shownAs),
			...withOwnTests,
		].sort((one, other) => one.localeCompare(other));
		expect(await dropDown.locator('.option-headline').allInnerTexts()).toEqual([
			...inOrder,
			'Custom API Call',
		]);
		expect(await dropDown.evaluate(cutOffTexts)).toEqual([]);
	});
});

test('a filter of bounces that was saved as false is shown as Not Bounced, and can be chosen again', async () => {
	const parameters = { ...choiceOf('contact getAll'), filters: { hardBounced: false } };
	const { editor, savedParameters } = await openWorkflow({ parameters });
	await editor.openNode('Mailroom');
	await eventually(async () => expect(await editor.chosen('hardBounced')).toBe('Not Bounced'));
	for (const [shown, saved] of [
		['Bounced', true],
		['Not Bounced', false],
	] as const) {
		const dropDown = await editor.openDropDown('hardBounced');
		await keep(editor.page, `choice of ${shown}`);
		await dropDown.getByText(shown, { exact: true }).click();
		await eventually(async () =>
			expect(await savedParameters()).toMatchObject({ filters: { hardBounced: saved } }),
		);
		expect(await editor.chosen('hardBounced')).toBe(shown);
	}
});

test('what means something only with a Send Once Key is offered only with one', async () => {
	const parameters = choiceOf('email sendTransactional');
	const { editor, savedParameters } = await openWorkflow({ parameters });
	await editor.openNode('Mailroom');
	expect(await editor.addableFields()).toEqual(['Allow Any Tag', 'Send Once Key', ...TRACKING]);
	await editor.addField('Send Once Key');
	await editor.type('sendOnceKey', 'welcome');
	await eventually(async () =>
		expect(await savedParameters()).toMatchObject({ options: { sendOnceKey: 'welcome' } }),
	);
	const withKey = ['Allow Any Tag', 'If in Doubt', 'Send Once History Size', ...TRACKING];
	expect(await editor.addableFields()).toEqual(withKey);
});

/** Runs in the browser. */
function lineCount(text: HTMLElement | SVGElement): number {
	const range = document.createRange();
	range.selectNodeContents(text);
	return new Set([...range.getClientRects()].map(({ top }) => top)).size;
}

test.each<[name: OperationName, advice: string]>([
	['email sendToContacts', 'send to yourself first'],
	['email sendToList', 'try "Test Recipient" first'],
])('the notice of %s is short enough to be read, and says: %s', async (name, advice) => {
	const { editor } = await openWorkflow({ parameters: parametersIn(name) });
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openNode('Mailroom');

	expect(await editor.notice().innerText()).toContain(advice);
	expect(await editor.notice().evaluate(lineCount)).toBe(2);
});

test('what comes out of each operation is shown to the next node before the first run, for mapping', async () => {
	const { editor } = await openWorkflow({
		nodes: Object.fromEntries(names.map((name) => [name, parametersIn(name)])),
	});
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openNode('Next');
	for (const name of [...names].reverse()) {
		const { resource, operation } = choiceOf(name);
		const schema = outputSchema(`${resource}/${operation}`);
		await eventually(async () =>
			expect({ name, fields: await editor.previewedFields(name) }).toEqual({
				name,
				fields: Object.keys(schema.properties).sort(),
			}),
		);
	}
});
