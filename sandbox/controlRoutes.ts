import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from './Refusal';
import { isScheduled } from './mail/isScheduled';
import { parseJsonBody } from './traffic/parseJsonBody';
import { checkLists } from './validation/checkLists';
import { emailAddress, objectOf, text } from './validation/fields';
import type { Service } from './createService';
import type { Fault } from './traffic/Faults';
import type { Company, NewContact, PropertyType, StoredList } from './store/Store';

const settingsSchema = objectOf({
	limit: { type: 'integer', minimum: 0 },
	window: { type: 'string', enum: ['sliding', 'fixed'] },
	maxPer: { type: 'integer', minimum: 1 },
	metadata: { type: 'boolean' },
	answerDelayMs: { type: 'number', minimum: 0 },
	wayMs: objectOf({ from: { type: 'number', minimum: 0 }, to: { type: 'number', minimum: 0 } }, [
		'from',
		'to',
	]),
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

const companySchema = objectOf({ name: text, address: { type: 'string' } }, ['name', 'address']);

/** The handle of `startSandbox` for programs in other processes. */
export function controlRoutes(app: FastifyInstance, service: Service) {
	app.addHook('onRequest', async ({ headers }) => {
		// An open web page must not change the sandbox.
		if (headers.origin !== undefined) throw new Refusal(403, 'Not for web browsers');
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
				service.faults.add(fault as Fault);
			}
		} catch (error) {
			throw new Refusal(400, (error as Error).message);
		}
		return { success: true };
	});
	app.delete('/faults', () => {
		service.faults.clear();
		return { success: true };
	});
	app.post('/settings', { schema: { body: settingsSchema } }, ({ body }) =>
		Object.assign(service.settings, body),
	);
}

/** Many clients send the content type of JSON with an empty body, for example for a reset. */
function acceptEmptyBodies(app: FastifyInstance) {
	const type = 'application/json';
	app.removeContentTypeParser(type);
	app.addContentTypeParser(type, { parseAs: 'string' }, async (_request: unknown, body: string) =>
		body === '' ? undefined : parseJsonBody(body, type),
	);
}

function readRoutes(app: FastifyInstance, { store, journal, now }: Service) {
	app.get('/mails', () =>
		store.mails.map((mail) => ({ ...mail, scheduled: isScheduled(mail, now()) })),
	);
	app.get('/contacts', () => [...store.contacts.values()]);
	app.get('/lists', () => [...store.lists.values()]);
	app.get('/journal', () => journal);
}

function seedRoutes(app: FastifyInstance, { store }: Service) {
	app.post(
		'/contacts',
		{ schema: { body: contactsSchema }, preValidation: toArray },
		({ body }) => {
			const contacts = body as NewContact[];
			for (const { subscribedToLists } of contacts) {
				checkLists(store, 'subscribedToLists', subscribedToLists);
			}
			for (const contact of contacts) store.addContact(contact);
			return { success: true };
		},
	);
	app.post('/lists', { schema: { body: listsSchema }, preValidation: toArray }, ({ body }) => {
		for (const list of body as StoredList[]) {
			store.addList(list);
		}
		return { success: true };
	});
	app.post('/company', { schema: { body: companySchema } }, ({ body }) => {
		store.setCompany(body as Company);
		return { success: true };
	});
	app.post('/properties', { schema: { body: propertiesSchema } }, ({ body }) => {
		const properties = body as Record<string, PropertyType>;
		for (const [name, type] of Object.entries(properties)) store.defineProperty(name, type);
		return { success: true };
	});
}

/** Seeds may be one or many. */
async function toArray(request: FastifyRequest) {
	request.body = [request.body].flat();
}
