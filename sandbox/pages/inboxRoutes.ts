const { frame, isLive } = require('./frame');
const { html } = require('./html');
const { inbox } = require('./inbox');
const { sendMailBody } = require('./sendMailBody');
const { sendPage } = require('./sendPage');

/**
 * @typedef {import('fastify').FastifyRequest} FastifyRequest
 * @typedef {import('fastify').FastifyReply} FastifyReply
 * @typedef {import('../store/Store').Mail} Mail
 */

const POLICY = "form-action 'none'; frame-src 'self'";
const GONE = html`<h1>Inbox</h1>
	<p class="empty">This mail is not there any more. <a href="/">All mails</a></p>`;

/**
 * The inbox, its mails, and their bodies.
 * @param {import('fastify').FastifyInstance} app
 * @param {import('../createService').Service} service
 */
function inboxRoutes(app, service) {
	app.get('/', (request, reply) => {
		const { page } = /** @type {{ page?: string }} */ (request.query);
		return send(request, reply, { content: inbox(service, { page }) });
	});
	app.get('/mails/:id', (request, reply) => {
		const open = mailOf(request);
		if (!open) return send(request, reply, { content: GONE, status: 404 });
		return send(request, reply, { content: inbox(service, { open }), subject: open.subject });
	});
	app.get('/mails/:id/body', (request, reply) => {
		const mail = mailOf(request);
		return mail ? sendMailBody(reply, mail) : reply.code(404).send('This mail is not there');
	});

	/**
	 * @param {FastifyRequest} request
	 * @returns {Mail | undefined}
	 */
	function mailOf({ params }) {
		const { id } = /** @type {{ id: string }} */ (params);
		return service.store.mails.find((mail) => String(mail.id) === id);
	}
}

/**
 * @param {FastifyRequest} request
 * @param {FastifyReply} reply
 * @param {{ content: import('./html').Html, subject?: string, status?: number }} page
 */
function send({ query }, reply, { content, subject = 'Inbox', status }) {
	const place = /** @type {import('./frame').Query} */ (query);
	return sendPage(reply, {
		title: `${subject} - Mailroom sandbox`,
		content: frame({ tab: 'Inbox', query: place }, content),
		policy: POLICY,
		status,
		live: isLive(place),
	});
}

module.exports = { inboxRoutes };
