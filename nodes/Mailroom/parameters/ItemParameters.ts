import type { IDataObject, NodeParameterValueType } from 'n8n-workflow';

/** The parameters of one input item, as n8n gives access to them. */
export interface ItemParameters {
	/** The evaluated value; undefined when the parameter is not set. May throw n8n's error for a broken expression. */
	value(name: string): unknown;
	/** What stands in the field, an expression with its leading `=`. */
	raw(name: string): unknown;
	/** Evaluates an expression, given without the leading `=`. */
	evaluate(expression: string): NodeParameterValueType;
	/** The input item itself: its columns. */
	json(): IDataObject;
	/** IANA name of the workflow's timezone. */
	timezone: string;
}
