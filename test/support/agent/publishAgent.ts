import { chain, linkTo, publishWebhook } from '../../../tools/n8n/publishWebhook';
import type { CredentialReference } from '../../../tools/n8n/N8nClient';
import type { N8nAccess } from '../../../tools/n8n/runInN8n';
import type { reviewTool, sendTool } from './mailroomTool';

const AGENT = 'AI Agent';
const MODEL = 'OpenAI Chat Model';

interface Agent {
	/** Of the agent node: 3 and later run a tool as a node of the workflow, earlier ones call it. */
	typeVersion: number;
	/** Credential of the language model. */
	model: CredentialReference;
	tool: ReturnType<typeof sendTool>;
	/** Fields that the agent's item has besides. */
	input?: object;
	/** A node that asks a reviewer before the tool is called. */
	review?: ReturnType<typeof reviewTool>;
}

/**
 * Publishes a workflow in which an AI agent has a tool, and answers what it is asked.
 *
 * @returns asks the agent
 */
export async function publishAgent(
	access: Pick<N8nAccess, 'client' | 'n8n'>,
	{ typeVersion, model, tool, input = {}, review }: Agent,
): Promise<(text: string) => Promise<unknown>> {
	const toolOf = (node: string) => ({ ai_tool: [[linkTo(node, 'ai_tool')]] });
	const { call } = await publishWebhook(access, {
		nodes: [
			{
				...{ name: 'Input', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
				parameters: {
					mode: 'raw',
					jsonOutput: JSON.stringify(input),
					includeOtherFields: true,
					options: {},
				},
			},
			{
				...{ name: AGENT, type: '@n8n/n8n-nodes-langchain.agent', typeVersion },
				parameters: { promptType: 'define', text: '={{ $json.body.text }}', options: {} },
			},
			{
				...{ name: MODEL, type: '@n8n/n8n-nodes-langchain.lmChatOpenAi', typeVersion: 1.3 },
				parameters: {
					model: { __rl: true, mode: 'id', value: 'fake' },
					responsesApiEnabled: false,
				},
				credentials: { openAiApi: model },
			},
			tool,
			...(review ? [review] : []),
		],
		connections: {
			...chain('Webhook', 'Input', AGENT),
			[MODEL]: { ai_languageModel: [[linkTo(AGENT, 'ai_languageModel')]] },
			[tool.name]: toolOf(review?.name ?? AGENT),
			...(review && { [review.name]: toolOf(AGENT) }),
		},
	});
	return async (text) => (await call({ text })).items[0];
}
