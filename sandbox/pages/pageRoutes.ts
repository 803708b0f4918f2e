import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { contacts } from './contacts';
import { frame } from './frame';
import { requests } from './requests';
import { sendPage } from './sendPage';
import type { PageQuery } from './slice';
import type { Service } from '../createService';

const library = readFileSync(require.resolve('@picocss/pico'), 'utf8');
const ownStyle = readFileSync(join(__dirname, 'style.css'), 'utf8');
const style = `@layer pico {\n${library}\n}\n${ownStyle}`;

const pages = [
	{ path: '/contacts', title: 'Contacts', render: contacts },
	{ path: '/requests', title: 'Requests', render: requests },
] as const;

/** The pages beside the inbox for the people who develop with the sandbox. */
export function pageRoutes(app: FastifyInstance, service: Service) {
	app.get('/style.css', (_request, reply) => reply.type('text/css').send(style));
	for (const { path, title, render } of pages) {
		app.get(path, ({ query }, reply) => {
			const content = render(service, query as PageQuery);
			return sendPage(reply, frame(service, title, { title, content }));
		});
	}
}
