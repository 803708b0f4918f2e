import type { IDataObject } from 'n8n-workflow';

/** The parameters of one input item, as n8n gives access to them. */
export interface ItemParameters {
	/** The evaluated value; undefined when the parameter is not set. May throw n8n's error for a broken expression. */
	value(name: string): unknown;
	/** The content of the field, an expression with its leading `=`. */
	raw(name: string): unknown;
	/** Evaluates an expression, given without the leading `=`. */
	evaluate(expression: string): unknown;
	/** The input item itself: its columns. */
	json(): IDataObject;
	/** IANA name of the workflow's timezone. */
	timezone: string;
	/** When the first try of the run began, in ms since 1970: what was no mistake then is none in a later try. */
	startedAt: number;
	/** The knowledge of the fields, by field: the entered text is the same for all items of a run. */
	entered: Map<object, Entered>;
	/** How many items there are in the run. */
	itemCount: number;
	/** The signed link that lets the execution go on once it waits. Undefined where n8n cannot wait. */
	resumeUrl: ((query: Record<string, string>) => string) | undefined;
}

/** The knowledge of a field before it is evaluated. */
export type Entered =
	| {
			/** n8n evaluates this in place of the expression that was entered; undefined for the field as it stands. */
			rewritten: string | undefined;
	  }
	/** Why no item can use it. */
	| { error: unknown };
