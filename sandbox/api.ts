const { performance } = require('node:perf_hooks');
const { setTimeout: wait } = require('node:timers/promises');
const { ServiceError } = require('./ServiceError');
const { endpoints } = require('./endpoints');
const { answerInstead } = require('./traffic/answerInstead');
const { createJournalEntry, redactKeys } = require('./traffic/createJournalEntry');
const { faultName } = require('./traffic/Faults');
const { parseJsonBody } = require('./traffic/parseJsonBody');
const { refuseRequest } = require('./traffic/refuseRequest');
const { sendAnswer } = require('./traffic/sendAnswer');

/**
 * @typedef {import('fastify').FastifyInstance} FastifyInstance
 * @typedef {import('fastify').FastifyRequest} FastifyRequest
 * @typedef {import('fastify').FastifyReply} FastifyReply
 * @typedef {import('./createService').Service} Service
 *
 * @typedef {object} Visit what is known about a request while it is being answered
 * @property {import('./traffic/createJournalEntry').JournalEntry} entry
 * @property {ServiceError} [refusal]
 * @property {import('./traffic/Faults').Fault} [fault]
 */

/** Keeps a sandbox that runs for weeks from filling the memory. */
const MAX_JOURNAL_ENTRIES = 10_000;

/**
 * Serves the endpoints of the service under `/v1`.
 * @param {FastifyInstance} app
 * @param {Service} service
 */
async function api(app, service) {
	app.decorateRequest('visit');
	keepBodiesAsText(app);

	app.addHook('onRequest', async (request) => {
		request.setDecorator('visit', receive(service, request));
	});
	app.addHook('preValidation', async (request, reply) => admit(service, request, reply));
	app.addHook('onSend', async (request, reply) => {
		const { entry, fault } = visitOf(request);
		await pause(service.settings.answerDelayMs + (fault?.delayMs ?? 0));
		entry.status = reply.statusCode;
	});

	for (const endpoint of endpoints) serve(app, service, endpoint);
	app.setNotFoundHandler(() => {
		throw new ServiceError(404, 'There is no such endpoint');
	});
}

/**
 * Whether a body is JSON is decided only after the key and the limit.
 * @param {FastifyInstance} app
 */
function keepBodiesAsText(app) {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/**
 * Writes the request down and decides, in the order of arrival, what becomes of it.
 * @param {Service} service
 * @param {FastifyRequest} request
 * @returns {Visit}
 */
function receive(service, request) {
	const { journal, keys, limiter, faults } = service;
	const entry = createJournalEntry(request, performance.now(), keys);
	if (journal.length >= MAX_JOURNAL_ENTRIES) journal.shift();
	journal.push(entry);

	const refusal = refuseRequest(service, entry);
	if (refusal) return { entry, refusal };
	const fault = faults.take(`${entry.method} ${entry.path}`);
	if (fault) entry.fault = faultName(fault);
	if (fault?.status !== 429) limiter.count(entry.at);
	return { entry, fault };
}

/**
 * @param {Service} service
 * @param {FastifyRequest} request
 * @param {FastifyReply} reply
 */
async function admit(service, request, reply) {
	const { entry, refusal, fault } = visitOf(request);
	const body = readBody(request);
	entry.body = redactKeys(body instanceof ServiceError ? request.body : body, service.keys);
	if (refusal) throw refusal;
	if (fault?.drop === 'before') await pause(fault.delayMs ?? 0);
	if (fault && answerInstead(reply, fault)) return reply;
	if (body instanceof ServiceError && !request.is404) throw body;
	request.body = body;
	return undefined;
}

/**
 * @param {FastifyRequest} request
 * @returns {unknown} a ServiceError when it cannot be read
 */
function readBody({ method, body, headers }) {
	if (method === 'GET') return undefined;
	try {
		return parseJsonBody(body, headers['content-type']);
	} catch (error) {
		return error;
	}
}

/**
 * @param {FastifyInstance} app
 * @param {Service} service
 * @param {import('./endpoints').Endpoint} endpoint
 */
function serve(app, service, { method, path, schema, answer }) {
	const noQuery = { type: 'object', additionalProperties: false };
	app.route({
		method,
		url: path,
		schema: method === 'GET' ? { querystring: schema } : { body: schema, querystring: noQuery },
		async handler(request, reply) {
			const { entry, fault } = visitOf(request);
			// The schema has just made sure that this is the endpoint's input.
			const input = /** @type {never} */ (method === 'GET' ? request.query : request.body);
			const payload = answer(service, input);
			entry.acted = true;
			if (fault?.drop) await pause(fault.delayMs ?? 0);
			sendAnswer(reply, payload, fault);
			return reply;
		},
	});
}

/**
 * @param {FastifyRequest} request
 * @returns {Visit}
 */
function visitOf(request) {
	return request.getDecorator('visit');
}

/** @param {number} ms */
async function pause(ms) {
	// Without holding the process: an answer that nobody waits for any more must not keep it alive.
	if (ms > 0) await wait(ms, undefined, { ref: false });
}

module.exports = { api };
