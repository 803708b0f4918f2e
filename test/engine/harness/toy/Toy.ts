import { describeNode } from '../../../support/engine/describeNode';
import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

/**
 * The smallest node of the shape of Mailroom: declarative, with one operation that replaces the
 * engine. `pair` says whether the replacing operation pairs its items.
 */
export class Toy implements INodeType {
	readonly description: INodeTypeDescription = describeNode('toy', {
		usableAsTool: true,
		credentials: [{ name: 'toyApi', required: true }],
		requestDefaults: { baseURL: '={{ $credentials.baseUrl }}' },
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [{ name: 'Thing', value: 'thing' }],
				default: 'thing',
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Get',
						value: 'get',
						routing: { request: { method: 'GET', url: '=/things/{{ $parameter.id }}' } },
					},
					{
						name: 'Split',
						value: 'split',
						routing: { request: { method: 'POST', url: '/split' } },
					},
				],
				default: 'get',
			},
			{ displayName: 'ID', name: 'id', type: 'string', default: '' },
			{ displayName: 'Pair', name: 'pair', type: 'boolean', default: true },
		],
	});

	readonly customOperations: INodeType['customOperations'] = {
		thing: {
			/** Two items for each input item. */
			async split() {
				const items = this.getInputData();
				this.addExecutionHints({ message: `split ${items.length}` });
				return [
					items.flatMap((_item, index) => {
						const id = this.getNodeParameter('id', index);
						const pairedItem = this.getNodeParameter('pair', index) ? { item: index } : undefined;
						return [1, 2].map((part) => ({ json: { id, part }, pairedItem }));
					}),
				];
			},
		},
	};

	constructor() {}
}
