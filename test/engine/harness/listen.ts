const { createServer } = require('node:http');

/**
 * @typedef {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => void} Answer
 */

/**
 * A server on a free port that answers as it is told and keeps what it received.
 */
const listen = async () => {
	const echo = /** @type {Answer} */ (({ url }, response) => response.end(JSON.stringify({ url })));
	const handle = {
		/** @type {Array<{ url: string, method: string, authorization?: string }>} */
		received: [],
		answer: echo,
		url: '',
		/** @param {number} status */
		answerWith(status) {
			handle.answer = (_request, response) => {
				response.statusCode = status;
				response.end('{"message":"no"}');
			};
		},
		reset() {
			handle.received.length = 0;
			handle.answer = echo;
		},
		async close() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	const server = createServer((request, response) => {
		const { url = '', method = '', headers } = request;
		handle.received.push({ url, method, authorization: headers.authorization });
		response.setHeader('Content-Type', 'application/json');
		handle.answer(request, response);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	handle.url = `http://127.0.0.1:${port}`;
	return handle;
};

module.exports = { listen };
