const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const ADDRESS = new RegExp(`^[^\\s\\p{Cc}@"(),:;<>[\\\\\\]]{1,64}@(?:${LABEL}\\.)+${LABEL}$`, 'u');
const MAX_ADDRESS_LENGTH = 254;
const NAME_AND_ADDRESS = /^[^<>\p{Cc}]*[^<>\p{Cc}\s] <([^<>]+)>$/u;
const UTC_TIMESTAMP = /^(\d{4}-\d\d-\d\dT\d\d:\d\d):\d\dZ$/;

function isEmailAddress(text: string) {
	const hasStrayDot = /^\.|\.\.|\.@/.test(text);
	return text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text) && !hasStrayDot;
}

/**
 * An address, or a name with the address in angle brackets (the service's document, section "POST
 * /email/transactional").
 */
function isRecipient(text: string) {
	return isEmailAddress(NAME_AND_ADDRESS.exec(text)?.[1] ?? text);
}

function isWebUrl(text: string) {
	// URL() forgives surrounding and inner white space and missing slashes; the service does not.
	if (!/^https?:\/\/\S+$/i.test(text)) return false;
	try {
		// URL.canParse answers wrongly for letters beyond ASCII in Node.js 20 once it is called often.
		return new URL(text).hostname !== '';
	} catch {
		return false;
	}
}

/** Of a web page or an app, but no script. */
function isReturnUrl(text: string) {
	if (/^https?:/i.test(text)) return isWebUrl(text);
	return /^[a-z][a-z\d+.-]*:\S+$/i.test(text) && !/^(?:javascript|data|vbscript):/i.test(text);
}

function isUtcTimestamp(text: string) {
	const minutes = UTC_TIMESTAMP.exec(text)?.[1];
	if (minutes === undefined || Number.isNaN(Date.parse(text))) return false;
	// Date turns 30 February into 2 March instead of refusing it.
	return new Date(text).toISOString().startsWith(minutes);
}

/** The formats that the schemas of the endpoints may name. */
export const formats = {
	'email-address': isEmailAddress,
	recipient: isRecipient,
	'web-url': isWebUrl,
	'return-url': isReturnUrl,
	'utc-timestamp': isUtcTimestamp,
};
