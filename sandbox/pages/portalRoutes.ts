import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LIST } from '../store/Store';
import { subscriptions, notice } from './portal';
import { sendPage } from './sendPage';
import type { Service } from '../createService';

const TITLE = 'Your subscriptions';
const POLICY = "form-action 'self'";

/** The public page where a contact changes the own subscriptions (the service's document, section "Portal session"). */
export async function portalRoutes(app: FastifyInstance, service: Service) {
	await app.register(formbody);
	app.get('/:token', (request, reply) => {
		const session = openSession(service, request, reply);
		if (!session) return reply;
		const { contact, returnURL } = session;
		const { saved } = request.query as { saved?: string };
		const isSaved = saved !== undefined;
		const content = subscriptions(contact, service.store.lists, { returnURL, isSaved });
		const title = isSaved ? `Saved - ${TITLE}` : TITLE;
		return sendPage(reply, { title, content, policy: POLICY });
	});
	app.post('/:token', (request, reply) => {
		const session = openSession(service, request, reply);
		if (!session) return reply;
		const chosen = chosenLists(request).filter((name) => service.store.lists.has(name));
		service.store.addContact({ ...session.contact, subscribedToLists: [DEFAULT_LIST, ...chosen] });
		return reply.redirect(`/portal/${session.token}?saved`, 303);
	});
}

/** The session that the address names, if it can be used; otherwise the page that says why not is sent. */
function openSession({ store, now }: Service, request: FastifyRequest, reply: FastifyReply) {
	const { token } = request.params as { token: string };
	const session = store.portalSessions.get(token);
	if (!session) {
		sendPage(reply, { title: TITLE, content: notice('Unknown link.'), status: 404 });
		return undefined;
	}
	const contact = store.findContact(session.contactEmail);
	if (contact && now() < Date.parse(session.expiresAt)) return { ...session, contact };
	const reason = contact ? 'This link has expired.' : 'This contact no longer exists.';
	const content = notice(reason, session.returnURL);
	sendPage(reply, { title: TITLE, content, status: 410 });
	return undefined;
}

function chosenLists({ body }: FastifyRequest): string[] {
	const { list = [] } = (body ?? {}) as { list?: string | string[] };
	return [list].flat();
}
