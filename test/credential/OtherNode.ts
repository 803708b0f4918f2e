import { describeNode } from '../support/engine/describeNode';
import type {
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

/**
 * A node like n8n's HTTP Request, which can use any credential for any request: its "Options" are what is asked of n8n's request
 * helper, or of its older one.
 */
export class OtherNode implements INodeType {
	description: INodeTypeDescription = describeNode('other', {
		credentials: [{ name: 'mailroomApi', required: true }],
		properties: [
			{ displayName: 'Options', name: 'options', type: 'json', default: '{}' },
			{ displayName: 'Older', name: 'older', type: 'boolean', default: false },
		],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const options = JSON.parse(String(this.getNodeParameter('options', 0))) as IHttpRequestOptions;
		const { requestWithAuthentication, httpRequestWithAuthentication } = this.helpers;
		const request = this.getNodeParameter('older', 0)
			? requestWithAuthentication
			: httpRequestWithAuthentication;
		return [[{ json: { answer: (await request.call(this, 'mailroomApi', options)) as object } }]];
	}
}
