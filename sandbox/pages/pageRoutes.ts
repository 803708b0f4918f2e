import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { contacts } from './contacts';
import { frame, isLive, type Query } from './frame';
import { lists } from './lists';
import { requests } from './requests';
import { sendPage } from './sendPage';
import type { Service } from '../createService';

const style = readFileSync(join(__dirname, 'style.css'), 'utf8');

const pages = [
	// Its search is a form.
	{ path: '/contacts', title: 'Contacts', render: contacts, policy: "form-action 'self'" },
	{ path: '/lists', title: 'Lists', render: lists, policy: undefined },
	{ path: '/requests', title: 'Requests', render: requests, policy: undefined },
] as const;

/** The pages beside the inbox for the people who develop with the sandbox. */
export function pageRoutes(app: FastifyInstance, service: Service) {
	app.get('/style.css', (_request, reply) => reply.type('text/css').send(style));
	for (const { path, title, render, policy } of pages) {
		app.get(path, (request, reply) => {
			const query = request.query as Query;
			return sendPage(reply, {
				title: `${title} - Mailroom sandbox`,
				content: frame({ tab: title, query }, render(service, query)),
				policy,
				live: isLive(query),
			});
		});
	}
}
