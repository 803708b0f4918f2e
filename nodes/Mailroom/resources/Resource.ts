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

/** What a row says of the operation to those who run it. */
export function operationIn({ method, url, rules }: ResourceOperation): Operation {
	return { ...rules, request: { method, url } };
}
