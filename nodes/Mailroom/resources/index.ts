import type { INodeProperties } from 'n8n-workflow';
import { declarativeRouting } from '../run/declarativeRouting';
import type { Operation } from '../run/Operation';
import { contactCreate } from './contact/create';
import { contactDelete } from './contact/delete';
import { contactGet } from './contact/get';
import { contactGetAll } from './contact/getAll';
import { contactUpdate } from './contact/update';
import { contactUpsert } from './contact/upsert';
import { sendAndWait } from './email/sendAndWait/sendAndWait';
import { sendToContacts } from './email/sendToContacts';
import { sendToList } from './email/sendToList';
import { sendTransactional } from './email/sendTransactional';
import { mailingListGetAll } from './mailingList/getAll';
import { portalSessionCreate } from './portalSession/create';
import { requestOptionsProperty } from './requestOptionsProperty';
import { refuseUnknownOperation } from './unknownOperation';

interface Resource {
	resource: string;
	displayName: string;
	defaultOperation: string;
	operations: Operation[];
}

export const resources: Resource[] = [
	{
		resource: 'contact',
		displayName: 'Contact',
		defaultOperation: 'upsert',
		operations: [
			contactCreate,
			contactUpsert,
			contactDelete,
			contactGet,
			contactGetAll,
			contactUpdate,
		],
	},
	{
		resource: 'email',
		displayName: 'Email',
		defaultOperation: 'sendTransactional',
		operations: [sendAndWait, sendToContacts, sendToList, sendTransactional],
	},
	{
		resource: 'mailingList',
		displayName: 'Mailing List',
		defaultOperation: 'getAll',
		operations: [mailingListGetAll],
	},
	{
		resource: 'portalSession',
		displayName: 'Portal Session',
		defaultOperation: 'create',
		operations: [portalSessionCreate],
	},
];

export const properties: INodeProperties[] = [
	{
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ displayName, resource }) => ({ name: displayName, value: resource })),
		routing: refuseUnknownOperation(resources.map(({ resource }) => resource)),
		default: 'email',
	},
	...resources.flatMap((one) => [operationProperty(one), ...fieldsOf(one)]),
	requestOptionsProperty,
];

const actions = resources.flatMap(({ resource, operations }) =>
	// The canvas cuts longer texts off.
	operations.map(({ value, form }) => [`${resource} ${value}`, form.action.replace(/ for .*/, '')]),
);

/** Shown below the node on the canvas. */
export const subtitle = `={{ (${JSON.stringify(Object.fromEntries(actions))})[$parameter["resource"] + " " + $parameter["operation"]] ?? $parameter["operation"] }}`;

export function byResource<T>(map: (operation: Operation) => T): Record<string, Record<string, T>> {
	return byName(
		resources.map(({ resource, operations }) => [
			resource,
			byName(operations.map((operation) => [operation.value, map(operation)])),
		]),
	);
}

/** Without a prototype, because n8n would find `constructor` and `toString` in it. */
function byName<T>(entries: Array<[name: string, value: T]>): Record<string, T> {
	const withoutPrototype = Object.create(null) as Record<string, T>;
	return Object.assign(withoutPrototype, Object.fromEntries(entries));
}

function operationProperty({ resource, defaultOperation, operations }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map((operation) => ({
			name: operation.form.name,
			value: operation.value,
			action: operation.form.action,
			description: operation.form.description,
			routing: declarativeRouting(operation),
		})),
		default: defaultOperation,
	};
}

function fieldsOf({ resource, operations }: Resource): INodeProperties[] {
	return operations.flatMap((operation) =>
		operation.form.properties.map((property) => {
			const { displayOptions } = property;
			const show = { resource: [resource], operation: [operation.value], ...displayOptions?.show };
			return { ...inOrder(property), displayOptions: { ...displayOptions, show } };
		}),
	);
}

/** Sorts a collection by display name, as n8n wants. */
function inOrder(property: INodeProperties): INodeProperties {
	if (property.type !== 'collection') return property;
	const options = [...(property.options as INodeProperties[])];
	// Not by `localeCompare`, whose first call is slow.
	const key = ({ displayName }: INodeProperties) => displayName.toLowerCase();
	options.sort((one, other) => (key(one) < key(other) ? -1 : 1));
	return { ...property, options };
}
