const { Client } = require('@modelcontextprotocol/sdk/client/index.js');
const {
	StreamableHTTPClientTransport,
} = require('@modelcontextprotocol/sdk/client/streamableHttp.js');

/**
 * @typedef {import('@modelcontextprotocol/sdk/types.js').JSONRPCMessage} Message
 * @typedef {{ from: 'client' | 'server', message: Message }} Said
 */

/**
 * An AI application that is connected to n8n's MCP Server Trigger: the official client of the Model Context Protocol.
 *
 * @param {string} url
 * @returns {Promise<{ client: Client, transcript: Said[] }>} `transcript` grows with everything that is said
 */
async function connectMcp(url) {
	/** @type {Said[]} */
	const transcript = [];
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

module.exports = { connectMcp };
