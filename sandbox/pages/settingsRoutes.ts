import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../Refusal';
import { assertOwnPage } from './assertOwnPage';
import { BREAK_PATH, MAX_REQUESTS, REPAIR_PATH, SCOPES, WAYS } from './brokenService';
import { enteredIn } from './enteredIn';
import { frame } from './frame';
import { sendPage } from './sendPage';
import { COMPANY_PATH, MAX_COMPANY_LENGTH, settings } from './settings';
import type { Service } from '../createService';
import type { Fault } from '../traffic/Faults';

const TITLE = 'Settings';

/** The page with the project's settings, and its forms. */
export async function settingsRoutes(app: FastifyInstance, service: Service) {
	await app.register(formbody);

	app.get('/settings', ({ query }, reply) => {
		const { saved } = query as { saved?: string };
		const content = settings(service, { isSaved: saved !== undefined });
		const page = frame(service, TITLE, { title: TITLE, content });
		return sendPage(reply, { ...page, policy: "form-action 'self'" });
	});
	app.post(COMPANY_PATH, (request, reply) => {
		assertOwnPage(request, 'POST /_sandbox/company');
		const { name, address } = enteredIn(request, ['name', 'address']);
		const longest = Math.max(name.length, address.length);
		if (name === '' || longest > MAX_COMPANY_LENGTH) throw new Refusal(400, 'Enter a name');
		service.store.setCompany({ name, address });
		return reply.redirect('/settings?saved#company', 303);
	});
	app.post(BREAK_PATH, (request, reply) => {
		assertOwnPage(request, 'POST /_sandbox/faults');
		service.faults.add(faultIn(request));
		return backToSwitch(reply);
	});
	app.post(REPAIR_PATH, (request, reply) => {
		assertOwnPage(request, 'DELETE /_sandbox/faults');
		service.faults.clear();
		return backToSwitch(reply);
	});
}

const backToSwitch = (reply: FastifyReply) => reply.redirect('/settings#broken', 303);

function faultIn(request: FastifyRequest): Fault {
	const entered = enteredIn(request, ['way', 'scope', 'times']);
	const times = Number(entered.times);
	const isPossible = Number.isInteger(times) && times >= 1 && times <= MAX_REQUESTS;
	if (!isPossible || !Object.hasOwn(WAYS, entered.way) || !Object.hasOwn(SCOPES, entered.scope)) {
		throw new Refusal(400, 'Choose what happens, to which requests, and to how many');
	}
	const { label, fault } = WAYS[entered.way];
	return { ...fault, name: label, endpoint: SCOPES[entered.scope].endpoint, times };
}
