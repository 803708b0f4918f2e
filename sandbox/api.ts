import { performance } from 'node:perf_hooks';
import { finished } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from './Refusal';
import { endpoints, type Endpoint, type Payload } from './endpoints';
import { answerInstead, keepSilent } from './traffic/answerInstead';
import { createJournalEntry, redactKeys, type JournalEntry } from './traffic/createJournalEntry';
import { faultName, type Fault } from './traffic/Faults';
import { parseJsonBody } from './traffic/parseJsonBody';
import { refuseRequest } from './traffic/refuseRequest';
import { sendAnswer } from './traffic/sendAnswer';
import type { Service } from './createService';

/** State of a request until its response. */
interface Visit {
	entry: JournalEntry;
	refusal?: Refusal;
	fault?: Fault;
}

/** Limits the memory of a sandbox that runs for weeks. */
const MAX_JOURNAL_ENTRIES = 10_000;
/** Pages of contacts are the largest part of the journal. */
const MAX_KEPT_RESPONSES = 500;

/** Serves the endpoints of the service under `/v1`. */
export async function api(app: FastifyInstance, service: Service) {
	app.decorateRequest('visit');
	keepBodiesAsText(app);

	app.addHook('onRequest', async (request, reply) => {
		const { from, to } = service.settings.wayMs;
		await pause(from + Math.random() * (to - from));
		const visit = receive(service, request);
		request.setDecorator('visit', visit);
		finished(reply.raw, () => {
			visit.entry.isInFlight = false;
		});
	});
	app.addHook('preValidation', async (request, reply) => admit(service, request, reply));
	app.addHook('onSend', async (request, reply, payload) => {
		const { entry, fault } = visitOf(request);
		await pause(service.settings.answerDelayMs + (fault?.delayMs ?? 0));
		entry.status = reply.statusCode;
		entry.response = redactKeys(String(payload ?? ''), service.keys);
	});

	for (const endpoint of endpoints) serve(app, service, endpoint);
	app.setNotFoundHandler(() => {
		throw new Refusal(404, 'There is no such endpoint');
	});
}

/** Whether a body is JSON is decided only after the key and the limit. */
function keepBodiesAsText(app: FastifyInstance) {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/** Adds the request to the journal and decides its outcome, in order of arrival. */
function receive(service: Service, request: FastifyRequest): Visit {
	const { journal, keys, requestLimit, faults } = service;
	const entry = createJournalEntry(request, performance.now(), keys);
	if (journal.length >= MAX_JOURNAL_ENTRIES) journal.shift();
	const old = journal.at(-MAX_KEPT_RESPONSES);
	if (old) old.response = null;
	journal.push(entry);

	const refusal = refuseRequest(service, entry);
	if (refusal) return { entry, refusal };
	const fault = faults.take(`${entry.method} ${entry.path}`, entry.at);
	if (fault) entry.fault = faultName(fault);
	if (fault?.status !== 429) requestLimit.count(entry.at);
	return { entry, fault };
}

async function admit(service: Service, request: FastifyRequest, reply: FastifyReply) {
	const { entry, refusal, fault } = visitOf(request);
	const body = readBody(request);
	entry.body = redactKeys(body instanceof Refusal ? request.body : body, service.keys);
	if (refusal) throw refusal;
	if (fault?.restartMs) {
		keepSilent(reply);
		service.restart(fault.restartMs);
		return reply;
	}
	if (fault?.drop === 'before') await pause(fault.delayMs ?? 0);
	if (fault && answerInstead(reply, fault)) return reply;
	if (body instanceof Refusal && !request.is404) throw body;
	request.body = body;
	return undefined;
}

/** @returns a Refusal when it cannot be read */
function readBody({ method, body, headers }: FastifyRequest): unknown {
	if (method === 'GET') return undefined;
	try {
		return parseJsonBody(body, headers['content-type']);
	} catch (error) {
		return error;
	}
}

function serve(app: FastifyInstance, service: Service, { method, path, schema, answer }: Endpoint) {
	const noQuery = { type: 'object', additionalProperties: false };
	app.route({
		method,
		url: path,
		schema: method === 'GET' ? { querystring: schema } : { body: schema, querystring: noQuery },
		async handler(request, reply) {
			const { entry, fault } = visitOf(request);
			// The schema has just made sure that this is the endpoint's input.
			const input = (method === 'GET' ? request.query : request.body) as never;
			const payload: Payload = { success: true, ...answer(service, input) };
			entry.acted = true;
			if (fault?.drop) await pause(fault.delayMs ?? 0);
			sendAnswer(reply, payload, fault);
			return reply;
		},
	});
}

function visitOf(request: FastifyRequest): Visit {
	return request.getDecorator('visit');
}

async function pause(ms: number) {
	// A response that no client waits for must not keep the process alive.
	if (ms > 0) await wait(ms, undefined, { ref: false });
}
