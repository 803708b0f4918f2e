import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	Workflow,
	createEmptyRunExecutionData,
	type ICredentialTestRequest,
	type INodeType,
} from 'n8n-workflow';

import { NodeTypes } from '../../tools/engine/NodeTypes';
import { additionalData } from '../../tools/engine/additionalData';
import { describeNode } from '../support/engine/describeNode';
import { underTest } from '../support/engine/underTest';
import type { Credential } from '../../tools/engine/CredentialsHelper';

/** What the credential's dialog shows. */
type TestResult = { status: 'OK' | 'Error'; message: string };

const nodeTypeFor = ({ request }: ICredentialTestRequest, credentialName: string) =>
	({
		description: describeNode('noOp', {
			credentials: [{ name: credentialName, required: true }],
			properties: [
				{
					displayName: 'Temp',
					name: 'temp',
					type: 'string',
					routing: { request },
					default: '',
				},
			],
		}),
	}) as INodeType;

/** What n8n makes of a failed test request. */
const failureOf = (
	{
		message,
		cause,
	}: {
		message: string;
		cause?: { code?: string; response?: { status: number; statusText: string } };
	},
	{ rules = [] }: ICredentialTestRequest,
): TestResult => {
	const response = cause?.response;
	if (!response) return { status: 'Error', message: cause?.code ?? message };
	for (const rule of rules) {
		if (rule.type === 'responseCode' && rule.properties.value === response.status) {
			return { status: 'Error', message: rule.properties.message };
		}
	}
	if (response.status >= 199 && response.status <= 299) return { status: 'Error', message };
	return {
		status: 'Error',
		message: response.statusText || `Received HTTP status code: ${response.status}`,
	};
};

/** Tests a credential as its dialog in n8n does, with the request of the credential's `test`. */
export const testCredential = async (credential: Credential): Promise<TestResult> => {
	const { credentialType, credentialsHelper } = underTest();
	const { name, test } = credentialType;
	if (!test) throw new Error(`Credential "${name}" has no test`);

	const data = additionalData(credentialsHelper, { mode: 'internal', currentNodeParameters: {} });
	const decrypted = {
		id: '1',
		name,
		type: name,
		data: await credentialsHelper.withDefaults(data, credential, name, 'internal'),
	};
	const nodeType = nodeTypeFor(test, name);
	const node = {
		id: 'temp',
		parameters: {},
		name: 'Temp-Node',
		type: 'noOp',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		credentials: { [name]: { id: '1', name } },
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new NodeTypes({ noOp: nodeType }),
	});
	const context = new ExecuteContext(
		workflow,
		node,
		data,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	try {
		const routing = new RoutingNode(context, nodeType, decrypted);
		await workflow.expression.withIsolate(async () => await routing.runNode());
	} catch (error) {
		return failureOf(error as Parameters<typeof failureOf>[0], test);
	}
	return { status: 'OK', message: 'Connection successful!' };
};
