import type { FastifyRequest } from 'fastify';
import { Refusal } from '../Refusal';

/**
 * Refuses forms of other pages: an open web page must not change the sandbox. Its origin is not in the request, because our pages send
 * no referrer.
 *
 * @param program the endpoint with which programs do the same
 */
export function assertOwnPage({ headers }: FastifyRequest, program: string) {
	if (headers['sec-fetch-site'] === 'same-origin') return;
	throw new Refusal(403, `Only for the form of this page. Programs use ${program}`);
}
