import type { INodeProperties } from 'n8n-workflow';
import { declarativeRouting } from '../execution/declarativeRouting';
import { requestOptionsProperty } from './requestOptionsProperty';
import { operationIn, type Resource } from './Resource';

/** The form of the node: the choice of a resource and of its operation, and the fields of every operation. */
export function resourceProperties(
	resources: Resource[],
	defaultResource: string,
): INodeProperties[] {
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, resource }) => ({ name, value: resource })),
			default: defaultResource,
		},
		...resources.flatMap((resource) => [operationProperty(resource), ...fieldProperties(resource)]),
		requestOptionsProperty,
	];
}

function operationProperty({ resource, defaultOperation, operations }: Resource): INodeProperties {
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations.map((row) => ({
			name: row.name,
			value: row.value,
			action: row.action,
			description: row.description,
			routing: declarativeRouting(operationIn(row)),
		})),
		default: defaultOperation,
	};
}

function fieldProperties({ resource, operations }: Resource): INodeProperties[] {
	return operations.flatMap((operation) =>
		operation.fields.map((field) =>
			field.shownFor({ resource: [resource], operation: [operation.value] }),
		),
	);
}
