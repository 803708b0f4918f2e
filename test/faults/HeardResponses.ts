import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

const ARRIVED = 'http.server.request.start';
const RESPONDED = 'http.client.response.finish';

/**
 * Records which responses of a service reached the client. On a busy machine, a response may be read too late, which is a fault
 * outside the script. n8n opens a connection for each request, so the client's port identifies it.
 */
export class HeardResponses {
	/** Requests in order of arrival. */
	private readonly arrived: Array<{ clientPort: number | undefined; moment: number }> = [];

	/** By the client's port. */
	private readonly responded = new Map<number | undefined, number>();

	/** Number of events so far. It orders events correctly even on a busy machine. */
	private moment = 0;

	private readonly port: number;

	/** @param url of the service, in this process */
	constructor(url: string) {
		this.port = Number(new URL(url).port);
		subscribe(ARRIVED, this.onArrival);
		subscribe(RESPONDED, this.onResponse);
	}

	/**
	 * The arrival of a request, and of its response at the client, undefined for none. Only the order of the numbers is meaningful.
	 *
	 * @param index of the request, by its arrival
	 */
	momentsOf(index: number) {
		const arrival = this.arrived.at(index);
		return { arrivedAt: arrival?.moment ?? 0, heardAt: this.responded.get(arrival?.clientPort) };
	}

	stop() {
		unsubscribe(ARRIVED, this.onArrival);
		unsubscribe(RESPONDED, this.onResponse);
	}

	private readonly onArrival = (message: unknown) => {
		const { socket, url } = (message as { request: IncomingMessage }).request;
		// Like the journal, it leaves out the sandbox's pages.
		const isAsked = socket.localPort === this.port && url?.startsWith('/v1');
		if (isAsked) this.arrived.push({ clientPort: socket.remotePort, moment: ++this.moment });
	};

	private readonly onResponse = (message: unknown) => {
		const { socket } = (message as { request: ClientRequest }).request;
		if (socket?.remotePort === this.port) this.responded.set(socket.localPort, ++this.moment);
	};
}
