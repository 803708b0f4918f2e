import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { assertOwnPage } from './assertOwnPage';
import { contacts, RESET_PATH } from './contacts';
import { enteredIn } from './enteredIn';
import { frame } from './frame';
import { sendPage } from './sendPage';
import type { PageQuery } from './slice';
import type { Service } from '../createService';

const TITLE = 'Contacts';

/** The page with the contacts, and its button that resets a bounce. */
export async function contactRoutes(app: FastifyInstance, service: Service) {
	await app.register(formbody);

	app.get('/contacts', ({ query }, reply) => {
		const content = contacts(service, query as PageQuery);
		const page = frame(service, TITLE, { title: TITLE, content });
		return sendPage(reply, { ...page, policy: "form-action 'self'" });
	});
	app.post(RESET_PATH, (request, reply) => {
		assertOwnPage(request, 'POST /_sandbox/contacts');
		service.store.resetBounce(enteredIn(request, ['email']).email);
		return reply.redirect('/contacts', 303);
	});
}
