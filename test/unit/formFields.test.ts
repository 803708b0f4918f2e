import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import type { FormItem } from '../../nodes/Mailroom/parameters/Form';
import { resources } from '../../nodes/Mailroom/resources';
import { formOf } from './formOf';

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
	properties.flatMap(({ name, type, options = [] }) => {
		if (type === 'notice') return [];
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
	{
		options: {
			limitWaitTime: { values: { limitType: 'atSpecifiedTime', maxDateAndTime: FUTURE } },
		},
	},
];

test.each(operations)('$called reads every field of its form', ({ operation }) => {
	const read = new Set<string>();
	for (const other of OTHER_VALUES) {
		const prepared: FormItem['prepared'] = new Map();
		const resumeUrl = () => 'https://example.com/';
		const raw = { ...valuesOf(operation.properties), ...other };
		operation.read(formOf(operation.properties, raw, { email: ADDRESS }, { prepared, resumeUrl }));
		for (const path of prepared.keys()) read.add(path);
	}
	expect(read).toEqual(new Set(fieldsOf(operation.properties)));
});

test.each(operations)('the texts of $called are short', ({ operation }) => {
	const texts = JSON.stringify(operation.properties).matchAll(/"description":"((?:\\.|[^"\\])*)"/g);
	for (const [, text] of texts) {
		expect(text.replace(/<[^>]*>/g, '').split(' ').length).toBeLessThanOrEqual(35);
	}
});
