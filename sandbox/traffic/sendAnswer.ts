import type { FastifyReply } from 'fastify';
import { breakOff, dropConnection, keepSilent, sendStatus } from './answerInstead';
import type { Payload } from '../endpoints';
import type { Fault } from './Faults';

/** Sends the response of an endpoint that has acted, changed by the request's fault. */
export function sendAnswer(reply: FastifyReply, payload: Payload, fault?: Fault) {
	const { data, metadata, ...rest } = payload;
	if (fault?.drop === 'within') return breakOff(reply, JSON.stringify(payload));
	if (fault?.drop) return dropConnection(reply);
	if (fault?.silent) return keepSilent(reply);
	if (fault?.status) return sendStatus(reply, fault);
	if (fault?.withoutData) return reply.send(rest);
	if (!fault?.cutJson) return reply.send(payload);
	const json = JSON.stringify(payload);
	return reply.type('application/json').send(json.slice(0, json.length / 2));
}
