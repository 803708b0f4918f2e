import type { FastifyInstance } from 'fastify';
import { Refusal } from './Refusal';

/** Host names of the sandbox for programs on this machine. */
const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Rejects requests for another host name. With DNS rebinding, the name of a web page can lead to this machine, and the page
 * would then have the same origin.
 */
export function onlyThisMachine(app: FastifyInstance) {
	app.addHook('onRequest', async ({ headers }) => {
		const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
		if (!OWN_NAMES.has(name)) {
			throw new Refusal(403, 'The sandbox answers only to 127.0.0.1 and localhost');
		}
	});
}
