import type { FastifyReply } from 'fastify';
import type { Fault } from './Faults';

const HTML_ERROR = '<!doctype html><title>Gateway</title><h1>Something else answered</h1>';

/**
 * Responds in place of the service if the fault requires it. The service then does not act.
 * @returns whether it responded
 */
export function answerInstead(reply: FastifyReply, fault: Fault): boolean {
	const { drop, redirect, html, status, silent, afterActing } = fault;
	if (drop === 'before') {
		dropConnection(reply);
	} else if (silent && !afterActing) {
		keepSilent(reply);
	} else if (redirect) {
		reply.redirect(redirect, status ?? 302);
	} else if (html) {
		reply
			.code(status ?? 200)
			.type('text/html; charset=utf-8')
			.send(HTML_ERROR);
	} else if (status && !afterActing) {
		sendStatus(reply, fault);
	} else {
		return false;
	}
	return true;
}

/** Never responds. `close` and a restart end the connection. */
export function keepSilent(reply: FastifyReply) {
	reply.hijack();
}

/** Sends half of the response, and then ends the connection. */
export function breakOff(reply: FastifyReply, json: string) {
	reply.hijack();
	reply.raw.writeHead(200, {
		'Content-Type': 'application/json',
		'Content-Length': Buffer.byteLength(json),
	});
	reply.raw.write(json.slice(0, json.length / 2), () => reply.raw.destroy());
}

export function dropConnection(reply: FastifyReply) {
	reply.hijack();
	reply.raw.destroy();
}

export function sendStatus(
	reply: FastifyReply,
	{ status = 500, body, contentType = 'application/json', retryAfter }: Fault,
) {
	const content = body ?? { error: true, reason: 'The service is out of order' };
	if (retryAfter !== undefined) reply.header('Retry-After', retryAfter);
	reply
		.code(status)
		.type(contentType)
		.send(typeof content === 'string' ? content : JSON.stringify(content));
}
