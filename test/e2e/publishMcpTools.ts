const { randomUUID } = require('node:crypto');

/**
 * Publishes a workflow in which n8n's MCP Server Trigger offers tools to AI applications.
 *
 * @param {Pick<import('../../demo/startDemo').Demo, 'client'> & { n8n: { url: string } }} demo
 * @param {Array<ReturnType<typeof import('./mailroomTool').mailroomTool>>} tools
 * @returns {Promise<string>} where an AI application reaches them
 */
async function publishMcpTools({ n8n, client }, tools) {
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

module.exports = { publishMcpTools };
