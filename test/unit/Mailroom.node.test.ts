import {
	NodeHelpers,
	type INodeParameters as Values,
	type INodeProperties as Field,
} from 'n8n-workflow';
import { Mailroom } from '../../nodes/Mailroom/Mailroom.node';
import codex from '../../nodes/Mailroom/Mailroom.node.json';
import packageJson from '../../package.json';
import { ada, choiceOf, operations as testedOperations } from '../support/operations';

/** What saved workflows hang on: names, values and defaults. A change here breaks somebody's workflow. */

const node = new Mailroom();
const { description } = node;

const operations = [
	...testedOperations.map(({ name, shownAs, action, request }) => {
		const { resource, operation } = choiceOf(name);
		const { method, path } = request(ada);
		return [resource, operation, shownAs, action, method, path] as const;
	}),
	[
		...(['email', 'sendAndWait', 'Send and Wait for Response'] as const),
		...(['Send email and wait for response', 'POST', '/email/transactional'] as const),
	] as const,
];
const resources = [...new Set(operations.map(([resource]) => resource))];

/** The fields that n8n shows when these are set, in their order; it shows settings on a page of their own. */
const shownFields = (values: Values) => {
	const parameters = { ...values };
	return description.properties.filter((field) => {
		const isShown = NodeHelpers.displayParameter(
			parameters,
			field,
			{ typeVersion: 1 },
			description,
		);
		if (isShown) parameters[field.name] ??= field.default;
		const isSetting = field.isNodeSetting === true;
		return isShown && !isSetting && !['resource', 'operation'].includes(field.name);
	});
};

const shownField = (values: Values, name: string) => {
	const fields = shownFields(values).filter((field) => field.name === name);
	if (fields.length !== 1) throw new Error(`${fields.length} fields ${name}`);
	return fields[0];
};

const members = ({ options = [] }: Field): Field[] => options as Field[];

const choices = ({ options = [] }: Field) =>
	options.map((option) => ('value' in option ? option.value : undefined)).sort();

const names = (fields: Field[]) => fields.map(({ name }) => name);

const operationField = (resource: string) => {
	const field = description.properties.find(
		({ name, displayOptions }) =>
			name === 'operation' && displayOptions?.show?.resource?.includes(resource),
	);
	if (!field) throw new Error(`No operations of ${resource}`);
	return field;
};

describe('the node', () => {
	test('has the name under which workflows know it', () => {
		expect(description).toMatchObject({
			name: 'mailroom',
			displayName: 'Mailroom',
			version: 1,
			usableAsTool: true,
			defaults: { name: 'Mailroom' },
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'mailroomApi', required: true }],
		});
		expect(packageJson.name).toBe('n8n-nodes-mailroom');
		expect(packageJson.n8n.nodes).toContain('dist/nodes/Mailroom/Mailroom.node.js');
		expect(packageJson.n8n.credentials).toEqual(['dist/credentials/MailroomApi.credentials.js']);
	});

	test('is found by what it is for', () => {
		expect(codex.node).toBe(`${packageJson.name}.${description.name}`);
		const found = codex.alias.join(' ').toLowerCase();
		for (const word of ['email', 'newsletter', 'mailing list', 'contact', 'transactional']) {
			expect(found).toContain(word);
		}
		expect(new Set(codex.alias).size).toBe(codex.alias.length);
	});

	test('has the resources', () => {
		const [resource] = description.properties;
		expect(resource.name).toBe('resource');
		expect(choices(resource)).toEqual([...resources].sort());
		expect(choices(resource)).toContain(resource.default);
	});

	test('has an icon for both themes', () => {
		expect(description.icon).toEqual({
			light: expect.stringMatching(/^file:.*\.svg$/),
			dark: expect.stringMatching(/^file:.*\.svg$/),
		});
	});
});

describe('the operations', () => {
	test.each(resources)('of %s are there, no more and no fewer', (resource) => {
		const expected = operations
			.filter(([ofResource]) => ofResource === resource)
			.map(([, operation]) => operation)
			.sort();
		const field = operationField(resource);
		expect(choices(field)).toEqual(expected);
		expect(expected).toContain(field.default);
		expect(Object.keys(node.customOperations?.[resource] ?? {}).sort()).toEqual(expected);
	});

	test.each(operations)('%s %s is shown as %s, %s, and goes to %s %s', (...expected) => {
		const [resource, operation, shownAs, action, method, url] = expected;
		const option = operationField(resource).options?.find(
			(candidate) => 'value' in candidate && candidate.value === operation,
		);
		expect(option).toMatchObject({
			name: shownAs,
			action,
			description: expect.stringMatching(/^(Create|Delete|Retrieve|Send|Update) [a-z].{15,}/),
			// An AI tool knows only this way.
			routing: {
				request: { method, url },
				send: { paginate: true },
				operations: { pagination: expect.any(Function) },
			},
		});
		expect(node.customOperations?.[resource]?.[operation]).toEqual(expect.any(Function));
	});
});

describe('the parameters', () => {
	const email = ['subject', 'bodyFormat', 'body'];
	const personalized = [...email, 'personalizationTags'];
	const mapped = { dataMode: 'autoMapInputData' };
	const mappedFields = ['dataMode', 'autoMapNotice', 'additionalFields', 'columnsToIgnore'];

	const below = [
		'dataMode',
		'email',
		'additionalFields',
		'customPropertiesNotice',
		'customProperties',
	];
	const toContacts = ['list', 'contactEmails', ...personalized, 'delivery'];
	const toList = ['list', 'testRecipient', ...personalized, 'delivery'];
	const ask = ['to', 'subject', 'message', 'responseType'];

	const parameters: Array<[operation: string, values: Values, names: string[]]> = [
		['contact create', {}, below],
		['contact upsert', {}, below],
		['contact create', mapped, mappedFields],
		['contact upsert', mapped, mappedFields],
		['contact update', {}, ['email', 'updateFields', ...below.slice(3)]],
		['contact delete', {}, ['email']],
		['contact get', {}, ['email']],
		['contact getAll', {}, ['returnAll', 'limit', 'filters']],
		['contact getAll', { returnAll: true }, ['returnAll', 'filters']],
		['mailingList getAll', {}, ['returnAll', 'limit']],
		['mailingList getAll', { returnAll: true }, ['returnAll']],
		['email sendTransactional', {}, ['to', ...email, 'options']],
		['email sendAndWait', {}, [...ask, 'approvalOptions', 'declineNotice', 'options']],
		['email sendAndWait', { responseType: 'freeText' }, [...ask, 'options']],
		['email sendToContacts', {}, [...toContacts, 'options']],
		['email sendToContacts', { delivery: 'delay' }, [...toContacts, 'delaySeconds', 'options']],
		['email sendToContacts', { delivery: 'date' }, [...toContacts, 'delayUntilDate', 'options']],
		['email sendToList', {}, [...toList, 'options']],
		['email sendToList', { delivery: 'delay' }, [...toList, 'delaySeconds', 'options']],
		['email sendToList', { delivery: 'date' }, [...toList, 'delayUntilDate', 'options']],
		['portalSession create', {}, ['contactEmail', 'returnUrl']],
	];
	test.each(parameters)('of %s with %j are %j, in this order', (name, values, expected) => {
		const [resource, operation] = name.split(' ');
		expect(names(shownFields({ resource, operation, ...values }))).toEqual(expected);
	});

	test('are listed here for every operation', () => {
		const all = Object.entries(node.customOperations ?? {}).flatMap(([resource, operations]) =>
			Object.keys(operations).map((operation) => `${resource} ${operation}`),
		);
		expect(new Set(parameters.map(([operation]) => operation))).toEqual(new Set(all));
	});

	const texts = ['email', 'to', 'contactEmails', 'contactEmail', 'subject', 'body', 'message'];

	test.each<[names: string[], type: Field['type'], isRequired: boolean, byDefault: unknown]>([
		[texts, 'string', true, ''],
		[['returnUrl', 'testRecipient'], 'string', false, ''],
		[['columnsToIgnore'], 'string', false, 'row_number'],
		[['list'], 'resourceLocator', true, { mode: 'list', value: '' }],
		[['customProperties'], 'assignmentCollection', false, {}],
		[['additionalFields', 'updateFields', 'options'], 'collection', false, {}],
		[['returnAll'], 'boolean', false, false],
		[['limit'], 'number', false, 50],
		[['bodyFormat'], 'options', false, 'markdown'],
		[['delivery'], 'options', false, 'now'],
		[['responseType'], 'options', false, 'approval'],
		[['approvalOptions'], 'fixedCollection', false, {}],
		[['dataMode'], 'options', false, 'defineBelow'],
	])('%j have type %s, required: %j, default %j', (fieldNames, ...expected) => {
		for (const name of fieldNames) {
			const fields = description.properties.filter((field) => field.name === name);
			expect(fields.length).toBeGreaterThan(0);
			for (const { type, required = false, default: byDefault } of fields) {
				expect([type, required, byDefault]).toEqual(expected);
			}
		}
	});

	test('of a delay have their types', () => {
		const sends = { resource: 'email', operation: 'sendToList' };
		const delay = shownField({ ...sends, delivery: 'delay' }, 'delaySeconds');
		const date = shownField({ ...sends, delivery: 'date' }, 'delayUntilDate');
		expect([delay.type, date.type]).toEqual(['number', 'dateTime']);
	});

	const ofEmail = {
		allowAnyTag: 'boolean',
		trackEmailOpens: 'boolean',
		trackEmailLinkClicks: 'boolean',
		sendOnceKey: 'string',
		sendOnceInDoubt: 'options',
		sendOnceHistory: 'number',
	};
	const ofContact = {
		avatarUrl: 'string',
		languageCode: 'string',
		name: 'string',
		userId: 'string',
	};

	const [many, on] = ['multiOptions', 'boolean'];
	const tracking = { trackEmailOpens: on, trackEmailLinkClicks: on };
	const upserted = { subscribedToLists: many, ignoreListSubscriptionsWhenUpdating: on };
	const updated = { addToLists: many, removeFromLists: many, removeCustomProperties: many };

	test.each<[operation: string, name: string, types: Record<string, string>]>([
		['contact create', 'additionalFields', { ...ofContact, subscribedToLists: many }],
		['contact upsert', 'additionalFields', { ...ofContact, ...upserted }],
		['contact update', 'updateFields', { ...ofContact, ...updated }],
		['contact getAll', 'filters', { onLists: many, notOnLists: many, hardBounced: 'options' }],
		['email sendTransactional', 'options', ofEmail],
		['email sendAndWait', 'options', { ...tracking, limitWaitTime: 'fixedCollection' }],
		['email sendToContacts', 'options', { ...ofEmail, isolateFailures: on }],
		['email sendToList', 'options', { ...ofEmail, severalEmails: 'options' }],
	])('of %s > %s', (called, name, types) => {
		const [resource, operation] = called.split(' ');
		const fields = members(shownField({ resource, operation }, name));
		expect(Object.fromEntries(fields.map((field) => [field.name, field.type]))).toEqual(types);
		expect(fields).toHaveLength(Object.keys(types).length);
	});

	test.each(['sendTransactional', 'sendToContacts', 'sendToList'])(
		'of the Send Once Key in %s have their defaults and choices',
		(operation) => {
			const options = members(shownField({ resource: 'email', operation }, 'options'));
			const byName = Object.fromEntries(options.map((field) => [field.name, field]));
			expect(byName.sendOnceKey.default).toBe('');
			expect(byName.sendOnceHistory.default).toBe(10_000);
			expect(byName.sendOnceInDoubt.default).toBe('fail');
			expect(choices(byName.sendOnceInDoubt)).toEqual(['fail', 'send', 'skip']);
		},
	);

	test.each([
		['sendToContacts', 'isolateFailures', false],
		['sendToContacts', 'allowAnyTag', false],
		['sendTransactional', 'allowAnyTag', false],
		['sendToList', 'allowAnyTag', false],
		['sendToList', 'severalEmails', 'fail'],
	])('of %s that might mail somebody wrongly are off by default: %s', (operation, name, off) => {
		const options = members(shownField({ resource: 'email', operation }, 'options'));
		expect(options.find((field) => field.name === name)?.default).toBe(off);
	});

	test('of several emails to a list offer what there is', () => {
		const options = members(shownField({ resource: 'email', operation: 'sendToList' }, 'options'));
		const [several] = options.filter((field) => field.name === 'severalEmails');
		expect(choices(several)).toEqual(['fail', 'sendDifferent']);
	});

	test('of bounces offer a choice, of which neither is called on or off', () => {
		const filters = members(shownField({ resource: 'contact', operation: 'getAll' }, 'filters'));
		const [hardBounced] = filters.filter(({ name }) => name === 'hardBounced');
		expect(hardBounced.options).toMatchObject([
			{ name: 'Bounced', value: true },
			{ name: 'Not Bounced', value: false },
		]);
	});

	test('of the lists of existing contacts are called what they do, and keep by default', () => {
		const fields = members(
			shownField({ resource: 'contact', operation: 'upsert' }, 'additionalFields'),
		);
		expect(fields.find(({ name }) => name === 'ignoreListSubscriptionsWhenUpdating')).toMatchObject(
			{ displayName: 'Keep Lists of Existing Contacts', default: true },
		);
	});

	test('of a question for approval say that a no continues, but not in a tool, which a no stops', () => {
		const ask = { resource: 'email', operation: 'sendAndWait' };
		const { displayName } = shownField(ask, 'declineNotice');
		expect(displayName).toContain('A No ("Decline") continues the workflow');
		expect(displayName).toContain('{{ $json.data.approved }} in an "If" node');
		const property = description.properties.find(({ name }) => name === 'declineNotice');
		const inTool = { ...description, name: 'mailroomHitlTool' };
		expect(
			property && NodeHelpers.displayParameter(ask, property, { typeVersion: 1 }, inTool),
		).toBe(false);
	});

	test('of Delete say that it is for good', () => {
		const options = operationField('contact').options;
		expect(options?.find(({ name }) => name === 'Delete')).toMatchObject({
			description: 'Delete a contact permanently. This cannot be undone.',
		});
	});

	test('offer the formats and deliveries that there are', () => {
		for (const field of description.properties) {
			if (field.name === 'bodyFormat') expect(choices(field)).toEqual(['html', 'markdown']);
			if (field.name === 'delivery') expect(choices(field)).toEqual(['date', 'delay', 'now']);
			if (field.name === 'dataMode') {
				expect(choices(field)).toEqual(['autoMapInputData', 'defineBelow']);
			}
		}
	});

	test.each(['sendToContacts', 'sendToList'])(
		'of %s choose a list by search or by name',
		(operation) => {
			const { modes = [] } = shownField({ resource: 'email', operation }, 'list');
			expect(modes.map(({ name, type }) => [name, type])).toEqual([
				['list', 'list'],
				['name', 'string'],
			]);
			expect(modes[0].typeOptions?.searchable).toBe(true);
		},
	);

	/** Every field, those in collections too. */
	const allFields = (fields: Field[]): Field[] =>
		fields.flatMap((field) => [
			field,
			...(field.type === 'collection' ? allFields(members(field)) : []),
		]);

	test('of an answer are those of the nodes of n8n that send and wait', () => {
		const ask = { resource: 'email', operation: 'sendAndWait' };
		expect(choices(shownField(ask, 'responseType'))).toEqual(['approval', 'freeText']);
		const limit = members(shownField(ask, 'options')).find(({ name }) => name === 'limitWaitTime');
		const groups = [shownField(ask, 'approvalOptions'), limit].map((field) => field?.options?.[0]);
		const presets = groups.map((group) =>
			group && 'values' in group
				? [group.name, group.values.map((field) => [field.name, field.default])]
				: undefined,
		);
		expect(presets).toEqual([
			[
				'values',
				[
					['approvalType', 'single'],
					['approveLabel', 'Approve'],
					['disapproveLabel', 'Decline'],
				],
			],
			[
				'values',
				[
					['limitType', 'afterTimeInterval'],
					['resumeAmount', 1],
					['resumeUnit', 'hours'],
					['maxDateAndTime', ''],
				],
			],
		]);
	});

	test('load their lists with methods that the node has', () => {
		const fields = allFields(description.properties);
		const options = fields.flatMap(({ type, typeOptions }) =>
			type === 'multiOptions' ? [typeOptions?.loadOptionsMethod] : [],
		);
		expect([...options].sort()).toEqual([
			'getCustomProperties',
			...Array<string>(6).fill('getLists'),
		]);
		for (const method of options) expect(Object.keys(node.methods.loadOptions)).toContain(method);

		const searches = fields.flatMap(({ modes = [] }) =>
			modes.flatMap(({ typeOptions }) => typeOptions?.searchListMethod ?? []),
		);
		expect(new Set(searches)).toEqual(new Set(['searchLists']));
		for (const method of searches) expect(Object.keys(node.methods.listSearch)).toContain(method);
	});

	test('are explained, or show an example', () => {
		const unexplained = allFields(description.properties).filter(
			({ type, name, description: about, placeholder }) =>
				// Their choices, or the fields inside, explain them; a notice is an explanation itself.
				!['collection', 'fixedCollection', 'options', 'notice'].includes(type) &&
				name !== 'resource' &&
				name !== 'operation' &&
				!about &&
				!placeholder,
		);
		expect(names(unexplained)).toEqual([]);
		for (const { type, placeholder } of allFields(description.properties)) {
			if (type === 'string') expect(placeholder).toMatch(/^e\.g\. /);
		}
	});

	test('show no address but those of example.com', () => {
		const texts = JSON.stringify(description.properties);
		for (const [, host] of texts.matchAll(/[\w.+-]+@([\w.-]+\w)/g))
			expect(host).toBe('example.com');
	});

	test.each(operations)(
		'%s %s: a field belongs to one operation at a time',
		(resource, operation) => {
			for (const extra of [{}, { returnAll: true }, { delivery: 'delay' }, { delivery: 'date' }]) {
				const shown = names(shownFields({ resource, operation, ...extra }));
				expect(new Set(shown).size).toBe(shown.length);
			}
		},
	);
});
