import type { FastifySchemaValidationError as SchemaError } from 'fastify/types/schema';

/** By format or keyword, where the schema's own words are no help. */
const RULES: Record<string, string> = {
	'email-address': 'must be an email address',
	recipient: 'must be an email address, or a name and <address>',
	'web-url': 'must be an http or https URL',
	'return-url': 'must be the URL of a page or an app',
	// Only the parameters of pages have a pattern.
	pattern: 'must be a whole number from 1',
	'utc-timestamp':
		'must be an ISO 8601 UTC timestamp in whole seconds such as 2026-12-01T15:00:00Z',
};

/**
 * Says which field breaks which rule of a schema.
 * @param part `body` or `querystring`
 */
export function validationMessage(
	{ keyword, instancePath, params, message }: SchemaError,
	part: string,
) {
	const place = fieldName(instancePath);
	if (keyword === 'required') return `${join(place, params.missingProperty)} is required`;
	if (keyword === 'additionalProperties') {
		const name = join(place, params.additionalProperty);
		return part === 'body' ? `${name} is not a known field` : `${name} is not a known parameter`;
	}
	const rule = RULES[String(params.format ?? keyword)];
	return `${place || 'the body'} ${rule ?? message}`;
}

/**
 * @param instancePath JSON pointer, e.g. `/contacts/3/email`
 * @returns e.g. `contacts[3].email`
 */
function fieldName(instancePath: string): string {
	return instancePath
		.replace(/\/(\d+)(?=\/|$)/g, '[$1]')
		.replace(/\//g, '.')
		.replace(/^\./, '');
}

function join(place: string, name: unknown) {
	return place ? `${place}.${name}` : String(name);
}
