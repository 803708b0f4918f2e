import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { JSONRPCMessage as Message } from '@modelcontextprotocol/sdk/types.js';

type Said = { from: 'client' | 'server'; message: Message };

/**
 * An AI application that is connected to n8n's MCP Server Trigger: the official client of the Model Context Protocol.
 *
 * @returns `transcript` grows with everything that is said
 */
export async function connectMcp(url: string): Promise<{ client: Client; transcript: Said[] }> {
	const transcript: Said[] = [];
	const transport = new StreamableHTTPClientTransport(new URL(url));
	const send = transport.send.bind(transport);
	transport.send = async (message, options) => {
		for (const said of [message].flat()) transcript.push({ from: 'client', message: said });
		await send(message, options);
	};
	transport.onmessage = (message) => transcript.push({ from: 'server', message });

	const client = new Client({ name: 'mailroom-tests', version: '1.0.0' });
	await client.connect(transport);
	return { client, transcript };
}
