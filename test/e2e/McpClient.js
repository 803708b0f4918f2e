const axios = require('axios');

/**
 * @typedef {{ content: Array<{ type: string, text: string }>, isError?: boolean }} ToolResult
 * @typedef {{ id?: number, result?: unknown, error?: { message: string } }} Message
 */

/** An AI application's side of the Model Context Protocol, as far as calling tools needs it (streamable HTTP). */
class McpClient {
	/** @param {string} url */
	constructor(url) {
		this.http = axios.create({
			baseURL: url,
			headers: { Accept: 'application/json, text/event-stream' },
			responseType: 'text',
			proxy: false,
		});
		this.lastId = 0;
	}

	async connect() {
		await this.request('initialize', {
			protocolVersion: '2025-06-18',
			capabilities: {},
			clientInfo: { name: 'test', version: '1' },
		});
		await this.http.post('', { jsonrpc: '2.0', method: 'notifications/initialized' });
	}

	/** @returns {Promise<string[]>} */
	async toolNames() {
		const { tools } = /** @type {{ tools: Array<{ name: string }> }} */ (
			await this.request('tools/list', {})
		);
		return tools.map(({ name }) => name);
	}

	/**
	 * @param {string} name
	 * @param {object} args
	 */
	async callTool(name, args) {
		const params = { name, arguments: args };
		return /** @type {ToolResult} */ (await this.request('tools/call', params));
	}

	/**
	 * @param {string} method
	 * @param {object} params
	 */
	async request(method, params) {
		const id = (this.lastId += 1);
		const { data, headers } = await this.http.post('', { jsonrpc: '2.0', id, method, params });
		const session = headers['mcp-session-id'];
		if (session) this.http.defaults.headers.common['mcp-session-id'] = session;
		const answer = messagesOf(data).find((message) => message.id === id);
		if (!answer || answer.error) throw new Error(`${method}: ${answer?.error?.message ?? data}`);
		return answer.result;
	}
}

/**
 * @param {string} body JSON, or a stream of events with JSON in them
 * @returns {Message[]}
 */
function messagesOf(body) {
	if (body.startsWith('{')) return [JSON.parse(body)];
	return [...body.matchAll(/^data: (.+)$/gm)].map(([, json]) => JSON.parse(json));
}

module.exports = { McpClient };
