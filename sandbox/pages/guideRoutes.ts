import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { frame } from './frame';
import { guide } from './guide';
import { sendPage } from './sendPage';
import type { Service } from '../createService';

const REPOSITORY = join(__dirname, '../..');
const PAGES = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'sandbox/README.md'];

/** Content types of the files that are no pages. */
const TYPES: Record<string, string> = {
	'.csv': 'text/csv',
	'.gif': 'image/gif',
	'.json': 'application/json',
	'.png': 'image/png',
	'.svg': 'image/svg+xml',
};

const isPage = (file: string) => extname(file) === '.md';

const served = [...PAGES, ...filesIn('docs'), ...filesIn('examples')].filter(
	(file) => isPage(file) || extname(file) in TYPES,
);

/** The documentation, at its paths in the repository: links and pictures of the pages then work as they are. */
export function guideRoutes(app: FastifyInstance, service: Service) {
	// With a route for each file, no address can lead out of these folders.
	for (const file of served) {
		app.get(`/${file}`, async (_request, reply) => {
			const content = await readFile(join(REPOSITORY, file));
			if (!isPage(file)) return sendFile(reply, { file, content });
			const page = guide(content.toString(), { file, served });
			return sendPage(reply, frame(service, 'Guides', page));
		});
	}
}

function filesIn(folder: string) {
	const names = readdirSync(join(REPOSITORY, folder), { recursive: true, encoding: 'utf8' });
	return names.map((name) => `${folder}/${name.replaceAll(sep, '/')}`);
}

function sendFile(reply: FastifyReply, { file, content }: { file: string; content: Buffer }) {
	const type = TYPES[extname(file)];
	return reply
		.headers({
			// A template is there to be imported, not to be read.
			'content-disposition': type.startsWith('image/') ? 'inline' : 'attachment',
			'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
			'x-content-type-options': 'nosniff',
		})
		.type(type)
		.send(content);
}
