const { Liquid } = require('liquidjs');
const { ServiceError } = require('../ServiceError');

/** @typedef {import('../store/Store').StoredContact} StoredContact */

/** Templates come from clients: they cannot read files, and they cannot keep the process busy. */
const limits = { templates: {}, ownPropertyOnly: true, renderLimit: 1000, memoryLimit: 1e7 };
const subjectEngine = new Liquid({ ...limits, strictFilters: true });
const bodyEngine = new Liquid({ ...limits, strictFilters: true, outputEscape: 'escape' });

/**
 * Reads the tags of an email once, to fill them in for many contacts. In bodies, values are escaped for
 * HTML, which markdown may hold as well.
 * @param {{ subject: string, body: string }} email
 * @returns {(contact: StoredContact) => { subject: string, body: string }}
 * @throws {ServiceError} 400, also when filling in, for templates that cannot be read
 */
function fillTags(email) {
	const subject = template(subjectEngine, 'subject', email.subject);
	const body = template(bodyEngine, 'body', email.body);
	return (contact) => {
		const values = tagValues(contact);
		return { subject: subject(values), body: body(values) };
	};
}

/**
 * @param {Liquid} engine
 * @param {string} field
 * @param {string} text
 * @returns {(values: object) => string}
 */
function template(engine, field, text) {
	const parsed = orRefuse(field, () => engine.parse(withNamedFilter(text)));
	return (values) => orRefuse(field, () => String(engine.renderSync(parsed, values)));
}

/**
 * `{{ firstName | "friend" }}` is short for a default value, which Liquid writes as a filter with a name.
 * @param {string} text
 */
function withNamedFilter(text) {
	return text.replace(/\|\s*("[^"]*"|'[^']*')\s*\}\}/g, '| default: $1 }}');
}

/**
 * @template T
 * @param {string} field
 * @param {() => T} action
 */
function orRefuse(field, action) {
	try {
		return action();
	} catch (error) {
		throw new ServiceError(400, `${field}: ${/** @type {Error} */ (error).message}`);
	}
}

/**
 * What the tags can name. A contact's own fields win over custom properties of the same name.
 * @param {StoredContact} contact
 */
function tagValues({ email, userId, name, languageCode, customProperties }) {
	const [firstName, ...otherNames] = name?.trim().split(/\s+/) ?? [];
	return {
		...customProperties,
		customProperties,
		email,
		userId,
		name,
		languageCode: languageCode?.replaceAll('_', '-'),
		firstName,
		lastName: otherNames.join(' '),
	};
}

module.exports = { fillTags };
