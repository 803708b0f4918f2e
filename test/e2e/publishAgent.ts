import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { Demo } from '../../demo/startDemo';
import type { CredentialReference } from '../../tools/N8nClient';
import type { mailroomTool } from './mailroomTool';

const AGENT = 'AI Agent';
const MODEL = 'OpenAI Chat Model';

interface Agent {
	/** Of the agent node: 3 and later run a tool as a node of the workflow, earlier ones call it. */
	typeVersion: number;
	/** Credential of the language model. */
	model: CredentialReference;
	tools: Array<ReturnType<typeof mailroomTool>>;
	/** A node that asks somebody before a tool is called. */
	review?: ReturnType<typeof mailroomTool>;
}

/**
 * Publishes a workflow in which an AI agent has tools, and answers what it is asked.
 *
 * @returns asks the agent
 */
export async function publishAgent(
	{ n8n, client }: Pick<Demo, 'client'> & { n8n: { url: string } },
	{ typeVersion, model, tools, review }: Agent,
): Promise<(text: string) => Promise<unknown>> {
	const path = randomUUID();
	const workflow = await client.createWorkflow({
		name: `Agent ${path}`,
		nodes: [
			{
				...placed('Webhook', 0),
				type: 'n8n-nodes-base.webhook',
				typeVersion: 2,
				webhookId: path,
				parameters: { path, httpMethod: 'POST', responseMode: 'lastNode' },
			},
			{
				...placed(AGENT, 1),
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion,
				parameters: { promptType: 'define', text: '={{ $json.body.text }}', options: {} },
			},
			{
				...placed(MODEL, 2),
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.3,
				parameters: {
					model: { __rl: true, mode: 'id', value: 'fake' },
					responsesApiEnabled: false,
				},
				credentials: { openAiApi: model },
			},
			...tools,
			...(review ? [review] : []),
		],
		connections: {
			Webhook: { main: [[{ node: AGENT, type: 'main', index: 0 }]] },
			[MODEL]: { ai_languageModel: [[{ node: AGENT, type: 'ai_languageModel', index: 0 }]] },
			...Object.fromEntries(tools.map(({ name }) => [name, toolOf(review?.name ?? AGENT)])),
			...(review && { [review.name]: toolOf(AGENT) }),
		},
		// The editor's setting; with n8n's old order an agent goes on before its tools have run.
		settings: { executionOrder: 'v1' },
	});
	await client.activate(workflow);
	return async (text) => {
		const { data } = await axios.post(`${n8n.url}/webhook/${path}`, { text }, { proxy: false });
		return data;
	};
}

function toolOf(node: string) {
	return { ai_tool: [[{ node, type: 'ai_tool', index: 0 }]] };
}

function placed(name: string, column: number) {
	return { id: randomUUID(), name, position: [200 * column, 0] };
}
