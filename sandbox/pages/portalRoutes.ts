const formbody = require('@fastify/formbody');
const { DEFAULT_LIST } = require('../store/Store');
const { subscriptions, notice } = require('./portal');
const { sendPage } = require('./sendPage');

/**
 * @typedef {import('fastify').FastifyRequest} FastifyRequest
 * @typedef {import('fastify').FastifyReply} FastifyReply
 * @typedef {import('../createService').Service} Service
 */

const TITLE = 'Your subscriptions';
const POLICY = "form-action 'self'";

/**
 * The public page where a contact changes the own subscriptions (the service's document, section "Portal session").
 * @param {import('fastify').FastifyInstance} app
 * @param {Service} service
 */
async function portalRoutes(app, service) {
	await app.register(formbody);
	app.get('/:token', (request, reply) => {
		const session = openSession(service, request, reply);
		if (!session) return reply;
		const { contact, returnURL } = session;
		const { saved } = /** @type {{ saved?: string }} */ (request.query);
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

/**
 * The session that the address names, if it can be used; otherwise the page that says why not is sent.
 * @param {Service} service
 * @param {FastifyRequest} request
 * @param {FastifyReply} reply
 */
function openSession({ store, now }, request, reply) {
	const { token } = /** @type {{ token: string }} */ (request.params);
	const session = store.portalSessions.get(token);
	if (!session) {
		sendPage(reply, { title: TITLE, content: notice('This link is not known.'), status: 404 });
		return undefined;
	}
	const contact = store.findContact(session.contactEmail);
	if (contact && now() < Date.parse(session.expiresAt)) return { ...session, contact };
	const reason = contact
		? 'This link has expired.'
		: 'This address is not in the contacts any more.';
	const content = notice(reason, session.returnURL);
	sendPage(reply, { title: TITLE, content, status: 410 });
	return undefined;
}

/**
 * @param {FastifyRequest} request
 * @returns {string[]}
 */
function chosenLists({ body }) {
	const { list = [] } = /** @type {{ list?: string | string[] }} */ (body ?? {});
	return [list].flat();
}

module.exports = { portalRoutes };
