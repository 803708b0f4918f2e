import type { IHttpRequestMethods } from 'n8n-workflow';
import type { Operation, OperationRules } from '../execution/Operation';
import type { Field } from '../parameters/Field';

/** One resource of the node: the table of its operations. */
export interface Resource {
	/** As workflows know it. */
	resource: string;
	/** As the form calls it. */
	name: string;
	/** The value of one of the operations. */
	defaultOperation: string;
	/** In the order of their names, as n8n shows them. */
	operations: ResourceOperation[];
}

/** One row of the table. */
export interface ResourceOperation {
	/** As the form calls it, once its resource is chosen. */
	name: string;
	/** As workflows know it. */
	value: string;
	/** As n8n lists it when a node is added. */
	action: string;
	description: string;
	method: IHttpRequestMethods;
	/** Below the base address of the credential. */
	url: string;
	/** In the order of the form. */
	fields: Field[];
	rules: OperationRules;
}

/** The operation of a row, with its endpoint. */
export function operationIn({ method, url, rules }: ResourceOperation): Operation {
	return { ...rules, endpoint: { method, url } };
}

/** All operations, by their resource and their value. */
export function operationsOf(resources: Resource[]): Record<string, Record<string, Operation>> {
	return Object.fromEntries(
		resources.map(({ resource, operations }) => [
			resource,
			Object.fromEntries(operations.map((row) => [row.value, operationIn(row)])),
		]),
	);
}
