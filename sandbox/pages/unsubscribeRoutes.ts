import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UNSUBSCRIBE_PATH } from '../mail/unsubscribeLink';
import { notice, unsubscribe } from './portal';
import { sendPage } from './sendPage';
import type { Service } from '../createService';

const TITLE = 'Your subscriptions';

/** The page that a recipient reaches by the link at the end of an email to a list. Opening it changes nothing: mail programs do that, too. */
export async function unsubscribeRoutes(app: FastifyInstance, service: Service) {
	await app.register(formbody);
	app.get(`${UNSUBSCRIBE_PATH}/:token`, (request, reply) => {
		const found = recipientOf(service, request, reply);
		if (!found) return reply;
		const { contact, list } = found;
		const isSubscribed = contact.subscribedToLists.includes(list);
		const title = service.store.lists.get(list)?.title ?? list;
		const content = unsubscribe(contact.email, title, isSubscribed);
		return sendPage(reply, { title: TITLE, content, policy: "form-action 'self'" });
	});
	app.post(`${UNSUBSCRIBE_PATH}/:token`, (request, reply) => {
		const found = recipientOf(service, request, reply);
		if (!found) return reply;
		service.store.leaveList(found.contact.email, found.list);
		return reply.redirect(request.url, 303);
	});
}

/** Whose link it is, and for which list; otherwise the page that says why it cannot be used is sent. */
function recipientOf({ store }: Service, { params }: FastifyRequest, reply: FastifyReply) {
	const { token } = params as { token: string };
	const mail = store.mails.find(({ unsubscribeToken }) => unsubscribeToken === token);
	const contact = mail && store.findContact(mail.to);
	if (contact && mail.list !== null) return { contact, list: mail.list };
	const [status, text] = mail ? [410, 'This contact no longer exists.'] : [404, 'Unknown link.'];
	sendPage(reply, { title: TITLE, content: notice(String(text)), status: Number(status) });
	return undefined;
}
