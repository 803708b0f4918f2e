import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** The official client of the Model Context Protocol. */
export async function connectMcp(url: string, token = '') {
	const headers = { Authorization: `Bearer ${token}` };
	const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } });
	const heard: string[] = [];
	transport.onmessage = (message) => heard.push(JSON.stringify(message));
	const client = new Client({ name: 'mailroom-tests', version: '1.0.0' });
	await client.connect(transport);
	return {
		client,
		/** All that the server has said. */
		heard,
		/** @returns the text that a model reads */
		async call(name: string, args: Record<string, unknown>) {
			const { content } = await client.callTool({ name, arguments: args });
			return (content as Array<{ text: string }>)[0].text;
		},
	};
}
