const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { contacts } = require('./contacts');
const { frame, isLive } = require('./frame');
const { lists } = require('./lists');
const { requests } = require('./requests');
const { sendPage } = require('./sendPage');

const style = readFileSync(join(__dirname, 'style.css'), 'utf8');

const pages = /** @type {const} */ ([
	{ path: '/contacts', title: 'Contacts', render: contacts },
	{ path: '/lists', title: 'Lists', render: lists },
	{ path: '/requests', title: 'Requests', render: requests },
]);

/**
 * The pages beside the inbox for the people who develop with the sandbox.
 * @param {import('fastify').FastifyInstance} app
 * @param {import('../createService').Service} service
 */
function pageRoutes(app, service) {
	app.get('/style.css', (_request, reply) => reply.type('text/css').send(style));
	for (const { path, title, render } of pages) {
		app.get(path, (request, reply) => {
			const query = /** @type {import('./frame').Query} */ (request.query);
			return sendPage(reply, {
				title: `${title} - Mailroom sandbox`,
				content: frame({ tab: title, query }, render(service, query)),
				live: isLive(query),
			});
		});
	}
}

module.exports = { pageRoutes };
