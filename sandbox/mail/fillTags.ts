import { Liquid } from 'liquidjs';
import { Refusal } from '../Refusal';
import { ownFields, returnedFields } from '../store/ownFields';
import type { StoredContact } from '../store/Store';

/** Templates come from clients, so they can't read files or keep the process busy. */
const limits = { templates: {}, ownPropertyOnly: true, renderLimit: 1000, memoryLimit: 1e7 };
const subjectEngine = new Liquid({ ...limits, strictFilters: true });
const bodyEngine = new Liquid({ ...limits, strictFilters: true, outputEscape: 'escape' });

/**
 * Reads the tags of an email once, to fill them in for many contacts. In bodies, values are escaped for
 * HTML, which Markdown may contain.
 * @throws Refusal 400, also when filling in, for templates that cannot be read
 */
export function fillTags(email: {
	subject: string;
	body: string;
}): (contact: StoredContact) => { subject: string; body: string } {
	const subject = template(subjectEngine, 'subject', email.subject);
	const body = template(bodyEngine, 'body', email.body);
	return (contact) => {
		const values = tagValues(contact);
		return { subject: subject(values), body: body(values) };
	};
}

function template(engine: Liquid, field: string, text: string): (values: object) => string {
	const parsed = orRefuse(field, () => engine.parse(withNamedFilter(text)));
	return (values) => orRefuse(field, () => String(engine.renderSync(parsed, values)));
}

/** `{{ firstName | "friend" }}` is short for a default value, which Liquid writes as a filter with a name. */
function withNamedFilter(text: string) {
	return text.replace(/\|\s*("[^"]*"|'[^']*')\s*\}\}/g, '| default: $1 }}');
}

function orRefuse<T>(field: string, action: () => T) {
	try {
		return action();
	} catch (error) {
		throw new Refusal(400, `${field}: ${(error as Error).message}`);
	}
}

/** Values of the tags. A contact's own fields win over custom properties of the same name. */
function tagValues(contact: StoredContact) {
	const { email, customProperties } = contact;
	const [firstName, ...otherNames] = contact.name?.trim().split(/\s+/) ?? [];
	const returned = returnedFields(contact);
	const tags = ownFields.filter(({ isTag }) => isTag).map(({ name }) => [name, returned[name]]);
	return {
		...customProperties,
		customProperties,
		email,
		...Object.fromEntries(tags),
		firstName,
		lastName: otherNames.join(' '),
	};
}
