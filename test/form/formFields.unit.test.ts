import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import type { FormRun } from '../../nodes/Mailroom/parameters/Form';
import { resources } from '../../nodes/Mailroom/resources';
import { formOf } from '../support/formOf';
import { messageOf } from '../support/readerTests';

const operations = resources.flatMap(({ resource, operations: all }) =>
	all.map((operation) => ({ called: `${resource} ${operation.value}`, operation })),
);

type Raw = Record<string, unknown>;

const ADDRESS = 'ada@example.com';
const FUTURE = '2059-12-01T10:00:00Z';

/** A value that a field may have, by its name where its type does not tell. */
const BY_NAME: Raw = {
	...{ contactEmails: ADDRESS, contactEmail: ADDRESS, email: ADDRESS, to: ADDRESS },
	...{ testRecipient: ADDRESS, avatarUrl: 'https://example.com', returnUrl: 'https://example.com' },
	...{ dataMode: 'defineBelow', delivery: 'delay', approvalType: 'double', approveLabel: 'Yes' },
};

const valueOf = (property: INodeProperties): unknown => {
	const { name, type, options = [] } = property;
	if (name in BY_NAME) return BY_NAME[name];
	if (type === 'collection') return valuesOf(options as INodeProperties[]);
	if (type === 'fixedCollection') {
		const groups = options as INodePropertyCollection[];
		return Object.fromEntries(groups.map((group) => [group.name, valuesOf(group.values)]));
	}
	if (type === 'multiOptions') return [name];
	if (type === 'dateTime') return FUTURE;
	if (type === 'resourceLocator') return { value: 'newsletter' };
	if (type === 'assignmentCollection') return { plan: 'pro' };
	return property.default === '' ? 'a text' : property.default;
};

const valuesOf = (properties: INodeProperties[]): Raw =>
	Object.fromEntries(properties.map((property) => [property.name, valueOf(property)]));

/** The paths of all fields that hold a value. */
const fieldsOf = (properties: INodeProperties[], path = ''): string[] =>
	properties.flatMap(({ name, type, noDataExpression, options = [] }) => {
		// A text that is no expression is compared as it was typed: `manualExecutions.engine`.
		if (type === 'notice' || (type === 'string' && noDataExpression)) return [];
		if (type === 'collection') return fieldsOf(options as INodeProperties[], `${path}${name}.`);
		if (type !== 'fixedCollection') return [`${path}${name}`];
		return (options as INodePropertyCollection[]).flatMap((group) =>
			fieldsOf(group.values, `${path}${name}.${group.name}.`),
		);
	});

/** Other values, with which the form shows other fields. */
const OTHER_VALUES: Raw[] = [
	{},
	{ delivery: 'date' },
	{ dataMode: 'autoMapInputData' },
	{ responseType: 'freeText' },
	{
		options: {
			limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime: FUTURE } },
		},
	},
];

/** The value of another field with which one is read. */
const NEEDS: Record<string, string> = {
	...{ delayUntilDate: 'date', columnsToIgnore: 'autoMapInputData' },
	...{ limitType: 'atSpecifiedTime', maxDateAndTime: 'atSpecifiedTime' },
	prefilledText: 'freeText',
};

const labelOf = (properties: INodeProperties[], [name, ...path]: string[]): string => {
	const found = properties.find((property) => property.name === name);
	if (path.length === 0) return String(found?.displayName);
	const inside = (found?.options ?? []) as INodeProperties[];
	const [group] = (found?.options ?? []) as INodePropertyCollection[];
	return found?.type === 'fixedCollection'
		? labelOf(group.values, path.slice(1))
		: labelOf(inside, path);
};

test.each(operations)('$called reads every field of its form', ({ operation }) => {
	const read = new Set<string>();
	for (const other of OTHER_VALUES) {
		const evaluators: FormRun['evaluators'] = new Map();
		const raw = { ...valuesOf(operation.form.properties), ...other };
		operation.form.read(formOf(operation.form.properties, raw, { email: ADDRESS }, { evaluators }));
		for (const path of evaluators.keys()) read.add(path);
	}
	expect(read).toEqual(new Set(fieldsOf(operation.form.properties)));
});

const NOT_A_TEXT = { a: 1 };
const NO_DATE = DateTime.invalid('x');

/** Values that a field must refuse, by its name; the others refuse what is no text. */
const REFUSED: Record<string, unknown[]> = {
	...{ email: ['', 'nobody'], contactEmail: ['', 'nobody'], testRecipient: ['nobody'] },
	...{ to: ['', 'Ada <nobody>'], contactEmails: [', ,', [ADDRESS, 7], `${ADDRESS}, nobody`] },
	...{ list: ['', null], subject: ['', '  \n ', 'Hi\r\nBcc: eve@example.com', NO_DATE] },
	...{ body: ['', null, NO_DATE], message: ['', NO_DATE] },
	...{ name: [NOT_A_TEXT, NO_DATE], userId: [NOT_A_TEXT, NO_DATE] },
	...{ avatarUrl: ['example.com/a.png'], returnUrl: ['', 'example.com/a.png'] },
	...{ customProperties: ['plan', { plan: {} }, { plan: NO_DATE }] },
	...{ delaySeconds: [-1, 'soon', ''] },
	...{ delayUntilDate: ['', 'soon', true], maxDateAndTime: ['', 'soon'] },
	...{ limit: [0, 1.5, 'many', ''], resumeAmount: [0, ''], sendOnceHistory: [0, 'many'] },
};

/** The value with another one in a field of it. */
const replaced = (raw: unknown, [name, ...path]: string[], value: unknown): Raw => ({
	...Object(raw),
	[name]: path.length > 0 ? replaced(Object(raw)[name], path, value) : value,
});

test.each(operations)(
	'$called refuses what its fields cannot be, by their labels',
	({ operation }) => {
		for (const path of fieldsOf(operation.form.properties)) {
			const names = path.split('.');
			const name = names.at(-1) ?? '';
			for (const bad of REFUSED[name] ?? [NOT_A_TEXT]) {
				const other = OTHER_VALUES.find((values) =>
					JSON.stringify(values).includes(`"${NEEDS[name]}"`),
				);
				const raw = replaced(
					{ ...valuesOf(operation.form.properties), ...other },
					names,
					'={{ $json.bad }}',
				);
				const form = formOf(operation.form.properties, raw, { email: ADDRESS, bad } as IDataObject);
				const message = messageOf(() => operation.form.read(form));
				expect([path, bad, message]).toEqual([
					path,
					bad,
					expect.stringMatching(
						new RegExp(`^"(.* > )?${labelOf(operation.form.properties, names)}( > plan)?" `),
					),
				]);
			}
		}
	},
);

test('the Send Once Key of a newsletter skips a list, those of other emails skip recipients', () => {
	const said = operations.flatMap(({ called, operation }) => {
		const options = operation.form.properties.find(({ name }) => name === 'options')?.options ?? [];
		const key = (options as INodeProperties[]).find(({ name }) => name === 'sendOnceKey');
		return key ? [[called, /A list .* with its new subscribers/.test(key.description ?? '')]] : [];
	});

	expect(said).toEqual([
		['email sendToContacts', false],
		['email sendToList', true],
		['email sendTransactional', false],
	]);
});
