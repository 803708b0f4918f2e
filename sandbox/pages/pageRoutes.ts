import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { frame } from './frame';
import { requests } from './requests';
import { sendPage } from './sendPage';
import type { PageQuery } from './slice';
import type { Service } from '../createService';

const library = readFileSync(require.resolve('@picocss/pico'), 'utf8');
const ownStyle = readFileSync(join(__dirname, 'style.css'), 'utf8');
const style = `@layer pico {\n${library}\n}\n${ownStyle}`;

const TITLE = 'Requests';

/** The style of all pages, and the page with the requests. */
export function pageRoutes(app: FastifyInstance, service: Service) {
	app.get('/style.css', (_request, reply) => reply.type('text/css').send(style));
	app.get('/requests', ({ query }, reply) => {
		const content = requests(service, query as PageQuery);
		return sendPage(reply, frame(service, TITLE, { title: TITLE, content }));
	});
}
