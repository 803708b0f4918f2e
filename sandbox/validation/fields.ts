/** Schemas of single fields, for the bodies of the endpoints. */

export const text = { type: 'string', minLength: 1 };
export const emailAddress = { type: 'string', format: 'email-address' };
/** Only looked up, so that any contact of the store is found. */
export const storedAddress = text;
export const returnUrl = { type: 'string', format: 'return-url' };
export const webUrl = { type: 'string', format: 'web-url' };
export const listNames = { type: 'array', items: text };
export const flag = { type: 'boolean' };
const nullableFlag = { type: 'boolean', nullable: true };

const MAX_DELAY_SECONDS = 1e9;

/** Service-api, "Email-sending fields shared by several endpoints", without the delay. */
export const emailContent = {
	subject: text,
	body: text,
	bodyFormat: { type: 'string', enum: ['markdown', 'html'] },
	trackEmailOpens: nullableFlag,
	trackEmailLinkClicks: nullableFlag,
};

export const delay = {
	delaySeconds: { type: 'number', minimum: 0, maximum: MAX_DELAY_SECONDS, nullable: true },
	delayUntilDate: { type: 'string', format: 'utc-timestamp', nullable: true },
};

/** An object with these fields and no others. */
export function objectOf(properties: Record<string, object>, required: string[] = []) {
	return { type: 'object', properties, required, additionalProperties: false };
}
