const { ServiceError } = require('./ServiceError');
const { isScheduled } = require('./mail/isScheduled');
const { parseJsonBody } = require('./traffic/parseJsonBody');
const { checkLists } = require('./validation/checkLists');
const { emailAddress, objectOf, text } = require('./validation/fields');

/**
 * @typedef {import('fastify').FastifyInstance} FastifyInstance
 * @typedef {import('fastify').FastifyRequest} FastifyRequest
 * @typedef {import('./createService').Service} Service
 */

const settingsSchema = objectOf({
	limit: { type: 'integer', minimum: 0 },
	window: { type: 'string', enum: ['sliding', 'fixed'] },
	maxPer: { type: 'integer', minimum: 1 },
	metadata: { type: 'boolean' },
	answerDelayMs: { type: 'number', minimum: 0 },
});
const newContact = { type: 'object', properties: { email: emailAddress }, required: ['email'] };
const contactsSchema = { type: 'array', items: newContact };
const listsSchema = {
	type: 'array',
	items: objectOf({ name: text, title: text }, ['name', 'title']),
};
const propertiesSchema = {
	type: 'object',
	additionalProperties: { type: 'string', enum: ['string', 'number'] },
};

/**
 * What the handle of `startSandbox` does, for tests that run in another process.
 * @param {FastifyInstance} app
 * @param {Service} service
 */
function controlRoutes(app, service) {
	app.addHook('onRequest', async ({ headers }) => {
		// Keeps a web page that happens to be open from changing the sandbox.
		if (headers.origin !== undefined) throw new ServiceError(403, 'Not for web browsers');
	});
	acceptEmptyBodies(app);
	readRoutes(app, service);
	seedRoutes(app, service);

	app.post('/reset', () => {
		service.reset();
		return { success: true };
	});
	app.post('/faults', ({ body }) => {
		try {
			for (const fault of [body].flat()) {
				service.faults.add(/** @type {import('./traffic/Faults').Fault} */ (fault));
			}
		} catch (error) {
			throw new ServiceError(400, /** @type {Error} */ (error).message);
		}
		return { success: true };
	});
	app.post('/settings', { schema: { body: settingsSchema } }, ({ body }) =>
		Object.assign(service.settings, body),
	);
}

/**
 * Many clients announce JSON even where they send nothing, as for a reset.
 * @param {FastifyInstance} app
 */
function acceptEmptyBodies(app) {
	app.removeContentTypeParser('application/json');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, parse);
}

/**
 * @param {FastifyRequest} _request
 * @param {string} body
 */
async function parse(_request, body) {
	return body === '' ? undefined : parseJsonBody(body, 'application/json');
}

/**
 * @param {FastifyInstance} app
 * @param {Service} service
 */
function readRoutes(app, { store, journal, now }) {
	app.get('/mails', () =>
		store.mails.map((mail) => ({ ...mail, scheduled: isScheduled(mail, now()) })),
	);
	app.get('/contacts', () => [...store.contacts.values()]);
	app.get('/lists', () => [...store.lists.values()]);
	app.get('/journal', () => journal);
}

/**
 * @param {FastifyInstance} app
 * @param {Service} service
 */
function seedRoutes(app, { store }) {
	app.post(
		'/contacts',
		{ schema: { body: contactsSchema }, preValidation: toArray },
		({ body }) => {
			const contacts = /** @type {import('./store/Store').NewContact[]} */ (body);
			for (const { subscribedToLists } of contacts) {
				checkLists(store, 'subscribedToLists', subscribedToLists);
			}
			for (const contact of contacts) store.addContact(contact);
			return { success: true };
		},
	);
	app.post('/lists', { schema: { body: listsSchema }, preValidation: toArray }, ({ body }) => {
		for (const list of /** @type {import('./store/Store').StoredList[]} */ (body)) {
			store.addList(list);
		}
		return { success: true };
	});
	app.post('/properties', { schema: { body: propertiesSchema } }, ({ body }) => {
		const properties = /** @type {Record<string, import('./store/Store').PropertyType>} */ (body);
		for (const [name, type] of Object.entries(properties)) store.defineProperty(name, type);
		return { success: true };
	});
}

/**
 * Seeds may be one or many.
 * @param {FastifyRequest} request
 */
async function toArray(request) {
	request.body = [request.body].flat();
}

module.exports = { controlRoutes };
