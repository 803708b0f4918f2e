import type { IDataObject, INode, INodeProperties } from 'n8n-workflow';
import { Form, type FormRun } from '../../nodes/Mailroom/parameters/Form';
import { evaluate } from './evaluate';

/** An execution that can wait, and that nobody has started in the editor. */
const WAITING: Partial<FormRun['context']> = {
	getNode: () => ({ id: '1', type: 'n8n-nodes-mailroom.mailroom' }) as INode,
	getMode: () => 'trigger',
	getInputData: () => [{ json: {} }],
	getSignedResumeUrl: () => 'https://example.com/',
	getRestApiUrl: () => 'https://example.com/rest',
	getWorkflowSettings: () => ({}),
};

/**
 * A form that is filled in with these parameters, as n8n stores them: a text with a leading `=` is an expression.
 *
 * @param json of the input item
 */
export const formOf = (
	properties: INodeProperties[],
	raw: Record<string, unknown>,
	json: IDataObject = {},
	run: Partial<FormRun> = {},
) =>
	new Form(properties, {
		run: {
			raw: (name) => raw[name],
			timezone: 'Europe/Berlin',
			startedAt: 0,
			context: WAITING as FormRun['context'],
			evaluators: new Map(),
			...run,
		},
		evaluate: (expression) => evaluate(expression, json),
		json: () => json,
	});
