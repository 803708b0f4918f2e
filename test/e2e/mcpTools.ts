import { fromModel } from './fromModel';
import { grace, operationNamed, operations, parametersOf } from '../support/operations';
import type { Item, WireRequest } from '../support/operations';

interface McpTool {
	/** Of the node, as the editor names it. */
	name: string;
	/** That n8n makes of the operation. */
	description: string;
	/** Those that the model decides are in the form in which the editor saves them. */
	parameters: object;
	/** What the model is told about them. */
	inputs: Record<string, object>;
	/** What the model decides. */
	args: Record<string, unknown>;
	/** What the service gets then. */
	request: WireRequest;
	/** What the model gets back, as far as it can be foreseen. */
	answer: object[];
}

/** So the editor names a node, and n8n describes a tool. */
const nameOf = (action: string) => `${action} in Mailroom`;

const FROM_MODEL: Item = {
	email: fromModel('email'),
	text: fromModel('text'),
	list: fromModel('list'),
};

/** A tool for each operation, whose parameters are left to the model. */
const tools = operations.map(({ name, action, request, output }): McpTool => {
	const parameters = parametersOf(name, FROM_MODEL);
	const text = JSON.stringify(parameters);
	const left = Object.entries(grace).filter(([input]) => text.includes(`$fromAI('${input}'`));
	return {
		name: nameOf(action),
		description: nameOf(action),
		parameters,
		inputs: Object.fromEntries(left.map(([input]) => [input, { type: 'string' }])),
		args: Object.fromEntries(left),
		request: request(grace),
		answer: output(grace),
	};
});

/** Every kind of value that a model can be asked for. n8n tells it nothing of the form of JSON but the description. */
const toolOfAllKinds: McpTool = {
	name: 'Save a customer',
	description: nameOf(operationNamed('contact upsert').action),
	parameters: {
		resource: 'contact',
		operation: 'upsert',
		email: fromModel('email'),
		customProperties: fromModel('properties', {
			type: 'json',
			description: 'An object with company (text) and seats (number)',
		}),
		additionalFields: {
			ignoreListSubscriptionsWhenUpdating: fromModel('ignore_lists', { type: 'boolean' }),
			name: fromModel('name'),
			subscribedToLists: fromModel('lists', { type: 'json', description: 'Names of lists' }),
			userId: fromModel('user_id', { type: 'number' }),
		},
	},
	inputs: {
		email: { type: 'string' },
		properties: { description: 'An object with company (text) and seats (number)' },
		ignore_lists: { type: 'boolean' },
		name: { type: 'string' },
		lists: { description: 'Names of lists' },
		user_id: { type: 'number' },
	},
	// A model has to give something for each input: an empty text is nothing.
	args: {
		email: 'new@example.com',
		properties: { company: 'Compilers', seats: 42 },
		ignore_lists: true,
		name: '',
		lists: ['newsletter'],
		user_id: 12,
	},
	request: {
		method: 'POST',
		path: '/contacts/create_many',
		query: {},
		body: {
			contacts: [
				{
					email: 'new@example.com',
					userId: '12',
					updateIfExists: true,
					ignoreListSubscriptionsWhenUpdating: true,
					subscribedToLists: ['newsletter'],
					customProperties: { company: 'Compilers', seats: 42 },
				},
			],
		},
	},
	answer: [{ success: true, email: 'new@example.com' }],
};

export const mcpTools = [...tools, toolOfAllKinds];
