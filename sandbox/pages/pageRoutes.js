const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { contacts } = require('./contacts');
const { frame } = require('./frame');
const { inbox } = require('./inbox');
const { lists } = require('./lists');
const { requests } = require('./requests');
const { sendPage } = require('./sendPage');

const style = readFileSync(join(__dirname, 'style.css'), 'utf8');

const pages = [
	{
		path: '/',
		title: 'Inbox',
		render: inbox,
		// The document of a mail is under the policy of this page, too, and mails bring styles of their own.
		policy: "style-src 'self' 'unsafe-inline'; form-action 'none'",
	},
	{ path: '/contacts', title: 'Contacts', render: contacts },
	{ path: '/lists', title: 'Lists', render: lists },
	{ path: '/requests', title: 'Requests', render: requests },
];

/**
 * The pages for the people who develop with the sandbox.
 * @param {import('fastify').FastifyInstance} app
 * @param {import('../createService').Service} service
 */
function pageRoutes(app, service) {
	app.get('/style.css', (_request, reply) => reply.type('text/css').send(style));
	for (const { path, title, render, policy } of pages) {
		app.get(path, ({ query }, reply) =>
			sendPage(reply, {
				title: `${title} - Mailroom sandbox`,
				content: frame(path, render(service, query)),
				policy,
			}),
		);
	}
}

module.exports = { pageRoutes };
