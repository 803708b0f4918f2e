import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

const ARRIVED = 'http.server.request.start';
const ANSWERED = 'http.client.response.finish';

/**
 * Knows which answers of a service reached the client: on a machine with too much to do, one that was sent in time may be
 * read too late, which is a fault that no script ordered. n8n opens a connection for each request, so its port tells them apart.
 */
export class HeardAnswers {
	/** The clients' ports in the order in which the requests arrived. */
	private readonly arrived: Array<number | undefined> = [];

	private readonly answered = new Set<number | undefined>();

	private readonly port: number;

	/** @param url of the service, in this process */
	constructor(url: string) {
		this.port = Number(new URL(url).port);
		subscribe(ARRIVED, this.onArrival);
		subscribe(ANSWERED, this.onAnswer);
	}

	/** @param index of the request, by its arrival */
	has(index: number) {
		return this.answered.has(this.arrived[index]);
	}

	stop() {
		unsubscribe(ARRIVED, this.onArrival);
		unsubscribe(ANSWERED, this.onAnswer);
	}

	private readonly onArrival = (message: unknown) => {
		const { socket, url } = (message as { request: IncomingMessage }).request;
		// Like the journal, which knows nothing of the sandbox's pages.
		const isAsked = socket.localPort === this.port && url?.startsWith('/v1');
		if (isAsked) this.arrived.push(socket.remotePort);
	};

	private readonly onAnswer = (message: unknown) => {
		const { socket } = (message as { request: ClientRequest }).request;
		if (socket?.remotePort === this.port) this.answered.add(socket.localPort);
	};
}
