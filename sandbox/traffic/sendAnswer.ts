const { dropConnection, sendStatus } = require('./answerInstead');

/**
 * Sends the answer of an endpoint that has acted, as the fault of the request would have it.
 * @param {import('fastify').FastifyReply} reply
 * @param {import('../endpoints').Payload} payload
 * @param {import('./Faults').Fault} [fault]
 */
function sendAnswer(reply, payload, fault) {
	const { data, metadata, ...rest } = payload;
	if (fault?.drop) return dropConnection(reply);
	if (fault?.status) return sendStatus(reply, fault);
	if (fault?.withoutData) return reply.send(rest);
	if (fault?.withoutMetadata) return reply.send({ ...rest, data });
	if (!fault?.cutJson) return reply.send(payload);
	const json = JSON.stringify(payload);
	return reply.type('application/json').send(json.slice(0, json.length / 2));
}

module.exports = { sendAnswer };
