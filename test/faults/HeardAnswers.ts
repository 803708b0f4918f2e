import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

const ARRIVED = 'http.server.request.start';
const ANSWERED = 'http.client.response.finish';

/**
 * Knows which answers of a service reached the client: on a machine with too much to do, one that was sent in time may be
 * read too late, which is a fault that no script ordered. n8n opens a connection for each request, so its port tells them apart.
 */
export class HeardAnswers {
	/** The requests in the order in which they arrived. */
	private readonly arrived: Array<{ clientPort: number | undefined; moment: number }> = [];

	/** By the client's port. */
	private readonly answered = new Map<number | undefined, number>();

	/** Counts what happens: a clock that no busy machine makes wrong. */
	private moment = 0;

	private readonly port: number;

	/** @param url of the service, in this process */
	constructor(url: string) {
		this.port = Number(new URL(url).port);
		subscribe(ARRIVED, this.onArrival);
		subscribe(ANSWERED, this.onAnswer);
	}

	/**
	 * When a request arrived, and when its answer was read, undefined if none was. Only the order of these numbers means something.
	 *
	 * @param index of the request, by its arrival
	 */
	momentsOf(index: number) {
		const arrival = this.arrived.at(index);
		return { arrivedAt: arrival?.moment ?? 0, heardAt: this.answered.get(arrival?.clientPort) };
	}

	stop() {
		unsubscribe(ARRIVED, this.onArrival);
		unsubscribe(ANSWERED, this.onAnswer);
	}

	private readonly onArrival = (message: unknown) => {
		const { socket, url } = (message as { request: IncomingMessage }).request;
		// Like the journal, which knows nothing of the sandbox's pages.
		const isAsked = socket.localPort === this.port && url?.startsWith('/v1');
		if (isAsked) this.arrived.push({ clientPort: socket.remotePort, moment: ++this.moment });
	};

	private readonly onAnswer = (message: unknown) => {
		const { socket } = (message as { request: ClientRequest }).request;
		if (socket?.remotePort === this.port) this.answered.set(socket.localPort, ++this.moment);
	};
}
