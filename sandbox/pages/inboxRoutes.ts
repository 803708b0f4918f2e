import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { frame } from './frame';
import { html, type Html } from './html';
import { inbox } from './inbox';
import { sendMailBody } from './sendMailBody';
import { sendPage } from './sendPage';
import type { Mail } from '../store/Store';
import type { Service } from '../createService';

const POLICY = "form-action 'none'; frame-src 'self'";
const GONE = html`<h1>Inbox</h1>
	<p class="empty">This email no longer exists. <a href="/">All emails</a></p>`;

/** The inbox, its mails, and their bodies. */
export function inboxRoutes(app: FastifyInstance, service: Service) {
	app.get('/', (request, reply) => {
		const { page } = request.query as { page?: string };
		return send(reply, { content: inbox(service, { page }) });
	});
	app.get('/mails/:id', (request, reply) => {
		const open = mailOf(request);
		if (!open) return send(reply, { content: GONE, status: 404 });
		return send(reply, { content: inbox(service, { open }), subject: open.subject });
	});
	app.get('/mails/:id/body', (request, reply) => {
		const mail = mailOf(request);
		return mail ? sendMailBody(reply, mail) : reply.code(404).send('This email no longer exists');
	});

	function send(
		reply: FastifyReply,
		{ content, subject = 'Inbox', status }: { content: Html; subject?: string; status?: number },
	) {
		const page = frame(service, 'Inbox', { title: subject, content });
		return sendPage(reply, { ...page, policy: POLICY, status });
	}

	function mailOf({ params }: FastifyRequest): Mail | undefined {
		const { id } = params as { id: string };
		return service.store.mails.find((mail) => String(mail.id) === id);
	}
}
