import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ownFields } from '../store/ownFields';
import { assertOwnPage } from './assertOwnPage';
import { enteredIn } from './enteredIn';
import { frame } from './frame';
import { lists, MAX_NAME_LENGTH, PROPERTIES_PATH, TYPES, type PropertyForm } from './lists';
import { sendPage } from './sendPage';
import type { Service } from '../createService';
import type { PropertyType } from '../store/Store';

const TITLE = 'Lists';
const POLICY = "form-action 'self'";
/** Fields that every contact has. */
const TAKEN = new Set(['email', ...ownFields.map(({ name }) => name)]);

/** The page with the lists and the custom properties, and its form. */
export async function listRoutes(app: FastifyInstance, service: Service) {
	await app.register(formbody);

	app.get('/lists', ({ query }, reply) => {
		const { defined } = query as { defined?: string };
		const isDefined = defined !== undefined && service.store.propertyDefinitions.has(defined);
		return send(reply, isDefined ? { defined } : {});
	});
	app.post(PROPERTIES_PATH, (request, reply) => {
		assertOwnPage(request, 'POST /_sandbox/properties');
		const { name, type } = enteredIn(request, ['name', 'type']);
		const refusal = refusalOf({ name, type }, service);
		if (refusal !== undefined) return send(reply, { name, type, refusal });
		service.store.defineProperty(name, type as PropertyType);
		return reply.redirect(`/lists?defined=${encodeURIComponent(name)}#define`, 303);
	});

	function send(reply: FastifyReply, form: PropertyForm) {
		const page = frame(service, TITLE, { title: TITLE, content: lists(service, form) });
		return sendPage(reply, { ...page, policy: POLICY, status: form.refusal ? 400 : 200 });
	}
}

/** @returns why a property cannot be defined, in words for the visitor */
function refusalOf({ name, type }: { name: string; type: string }, { store }: Service) {
	if (name === '') return 'Enter a name.';
	if (name.length > MAX_NAME_LENGTH) return `Enter at most ${MAX_NAME_LENGTH} characters.`;
	if (!Object.hasOwn(TYPES, type)) return 'Select a type.';
	if (TAKEN.has(name)) return `Every contact has a field "${name}". Enter another name.`;
	// Contacts may have values of its type.
	if (store.propertyDefinitions.has(name)) return `"${name}" is defined already.`;
	return undefined;
}
