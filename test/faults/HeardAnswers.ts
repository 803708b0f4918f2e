const { subscribe, unsubscribe } = require('node:diagnostics_channel');

const ARRIVED = 'http.server.request.start';
const ANSWERED = 'http.client.response.finish';

/**
 * Knows which answers of a service reached the client: on a machine with too much to do, one that was sent in time may be
 * read too late, which is a fault that no script ordered. n8n opens a connection for each request, so its port tells them apart.
 */
class HeardAnswers {
	/** @param {string} url of the service, in this process */
	constructor(url) {
		const { port } = new URL(url);
		/** @type {number[]} the clients' ports in the order in which the requests arrived */
		const arrived = [];
		/** @type {Set<number>} */
		const answered = new Set();
		/** @param {any} message */
		const onArrival = ({ socket }) => {
			if (socket.localPort === Number(port)) arrived.push(socket.remotePort);
		};
		/** @param {any} message */
		const onAnswer = ({ request }) => {
			if (request.socket?.remotePort === Number(port)) answered.add(request.socket.localPort);
		};
		subscribe(ARRIVED, onArrival);
		subscribe(ANSWERED, onAnswer);

		/** @param {number} index of the request, by its arrival */
		this.has = (index) => answered.has(arrived[index]);

		this.stop = () => {
			unsubscribe(ARRIVED, onArrival);
			unsubscribe(ANSWERED, onAnswer);
		};
	}
}

module.exports = { HeardAnswers };
