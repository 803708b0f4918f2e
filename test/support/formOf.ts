import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { Form, type FormItem } from '../../nodes/Mailroom/parameters/Form';
import { evaluate } from './evaluate';

/**
 * A form that is filled in with these parameters, as n8n stores them: a text with a leading `=` is an expression.
 *
 * @param json of the input item
 */
export const formOf = (
	properties: INodeProperties[],
	raw: Record<string, unknown>,
	json: IDataObject = {},
	item: Partial<FormItem> = {},
) =>
	new Form(properties, {
		raw: (name) => raw[name],
		evaluate: (expression) => evaluate(expression, json),
		json: () => json,
		timezone: 'Europe/Berlin',
		isManual: false,
		startedAt: 0,
		evaluators: new Map(),
		itemCount: 1,
		node: { type: 'n8n-nodes-mailroom.mailroom' },
		resumeUrl: undefined,
		...item,
	});
