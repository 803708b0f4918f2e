import type { FastifyInstance } from 'fastify';
import { Refusal } from './Refusal';

/** What a browser or a program on this machine calls the sandbox, without the port. */
const OWN_NAMES = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Refuses requests that were meant for another host. A web page elsewhere can have its own name lead to this machine (DNS
 * rebinding), and would then count as of the same origin.
 */
export function onlyThisMachine(app: FastifyInstance) {
	app.addHook('onRequest', async ({ headers }) => {
		const name = (headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
		if (!OWN_NAMES.has(name)) {
			throw new Refusal(403, 'The sandbox answers only to 127.0.0.1 and localhost');
		}
	});
}
