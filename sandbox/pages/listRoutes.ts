import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../Refusal';
import { ownFields } from '../store/ownFields';
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
		assertOwnPage(request);
		const { name, type } = enteredIn(request);
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

/** An open web page must not change the sandbox. Its origin is not in the request, because our pages send no referrer. */
function assertOwnPage({ headers }: FastifyRequest) {
	if (headers['sec-fetch-site'] === 'same-origin') return;
	throw new Refusal(403, 'Only for the form of this page. Programs use POST /_sandbox/properties');
}

function enteredIn({ body }: FastifyRequest) {
	const entered = Object.fromEntries(Object.entries(body ?? {}));
	const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');
	return { name: textOf(entered.name), type: textOf(entered.type) };
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
