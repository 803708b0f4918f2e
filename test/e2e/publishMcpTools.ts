import { randomUUID } from 'node:crypto';
import type { Demo } from '../../demo/startDemo';
import type { mailroomTool } from './mailroomTool';

/**
 * Publishes a workflow in which n8n's MCP Server Trigger offers tools to AI applications.
 *
 * @returns where an AI application reaches them
 */
export async function publishMcpTools(
	{ n8n, client }: Pick<Demo, 'client'> & { n8n: { url: string } },
	tools: Array<ReturnType<typeof mailroomTool>>,
): Promise<string> {
	const path = randomUUID();
	const trigger = {
		id: randomUUID(),
		name: 'MCP Server Trigger',
		type: '@n8n/n8n-nodes-langchain.mcpTrigger',
		typeVersion: 2,
		position: [0, 0],
		webhookId: path,
		parameters: { path },
	};
	const connection = { node: trigger.name, type: 'ai_tool', index: 0 };
	const workflow = await client.createWorkflow({
		name: 'Tools',
		nodes: [trigger, ...tools],
		connections: Object.fromEntries(tools.map(({ name }) => [name, { ai_tool: [[connection]] }])),
		settings: { executionOrder: 'v1' },
	});
	await client.activate(workflow);
	return `${n8n.url}/mcp/${path}`;
}
