/** A proxy has answered itself, instead of leading to the service: nothing of the request has left. */
export class ProxyRefusal extends Error {
	constructor(readonly status: number) {
		super(`status ${status}`);
	}
}
