/** Schemas of single fields, for the bodies of the endpoints. */

const text = { type: 'string', minLength: 1 };
const emailAddress = { type: 'string', format: 'email-address' };
const webUrl = { type: 'string', format: 'web-url' };
const listNames = { type: 'array', items: text };
const flag = { type: 'boolean' };
const nullableFlag = { type: 'boolean', nullable: true };

const MAX_DELAY_SECONDS = 1e9;

/** Service-api, "Email-sending fields shared by several endpoints", without the delay. */
const emailContent = {
	subject: text,
	body: text,
	bodyFormat: { type: 'string', enum: ['markdown', 'html'] },
	trackEmailOpens: nullableFlag,
	trackEmailLinkClicks: nullableFlag,
};

const delay = {
	delaySeconds: { type: 'number', minimum: 0, maximum: MAX_DELAY_SECONDS, nullable: true },
	delayUntilDate: { type: 'string', format: 'utc-timestamp', nullable: true },
};

/** The fields that create_many and update have in common. */
const contactProfile = {
	email: emailAddress,
	userId: text,
	avatarUrl: webUrl,
	name: text,
	languageCode: text,
};

/**
 * An object with these fields and no others.
 * @param {Record<string, object>} properties
 * @param {string[]} [required]
 */
function objectOf(properties, required = []) {
	return { type: 'object', properties, required, additionalProperties: false };
}

module.exports = {
	text,
	emailAddress,
	webUrl,
	listNames,
	flag,
	emailContent,
	delay,
	contactProfile,
	objectOf,
};
