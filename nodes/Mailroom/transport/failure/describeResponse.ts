import { parsedUrl } from '../../../../credentials/parsedUrl';
import { shortened } from '../../wording';
import { isJsonObject } from '../../service';
import type { Connection, Route } from './connectionFailure';
import { describeReason } from './describeReason';
import { asksForLongWait } from '../retryAfter';
import type { ServiceRequest } from '../ServiceRequest';
import type { Responded } from '../verdict';

const MAX_REASON_LENGTH = 500;

const REDIRECTS = [301, 302, 303, 307, 308];

const CHECK_BASE_URL = 'Check the Base URL of the credential.';
const CONTACT_SUPPORT = 'If this continues, contact the support of the service.';
const CHECK_FIELDS = "Check the fields, then ask the service's support.";

const ADVICE_BY_STATUS: Partial<Record<number, string>> = {
	401: 'Check the API key of the credential.',
	403: "Check in the service's dashboard what this API key is allowed to do.",
	405: CHECK_BASE_URL,
	407: 'Check the proxy between n8n and the service.',
	413: 'Shorten the texts of the item.',
	429: 'Wait a few minutes, then try again.',
};

const NOT_FOUND_ADVICE = {
	done: 'Check the address.',
	noContact: 'Check the address, or add the contact with "Create or Update".',
	wrongUrl: CHECK_BASE_URL,
};

/** `isInDoubt`: any attempt is in doubt. */
export type RequestTraits = { isInDoubt: boolean } & Pick<
	ServiceRequest,
	'doubtTexts' | 'idempotency' | 'notFoundMeans' | 'rejectionAdvice'
>;

/**
 * The order counts: any response may have a reason, so statuses that mean more than it come first. A response that only lacks a
 * confirmation comes last.
 *
 * @param reason in the words of the service, without the API key
 */
export function problemOf(response: Responded, reason: string, connection: Connection): string {
	const { status, verdict } = response;
	const { proxy } = connection.route;
	const words = shortened(describeReason(reason), MAX_REASON_LENGTH);
	const because = words && `: ${words}`;
	// A proxy may answer in place of the service.
	const sender = proxy && !words ? `The service, or the proxy ${proxy},` : 'The service';
	if (status === 401) return `The service refused the API key (status 401)${because}`;
	if (status === 407 && proxy) return `The proxy ${proxy} requires a login (status 407)`;
	if (status === 429) {
		return asksForLongWait(response)
			? `The service takes no more requests for now (status 429)${because}`
			: `The service has responded "too many requests" (status 429) for a minute${because}`;
	}
	if (verdict === 'failed') return `${sender} failed with status ${status}${because}`;
	if (isRedirect(response)) return describeRedirect(response, connection);
	if (status >= 300 && status < 400) return `${sender} responded with status ${status}${because}`;
	if (words) return `${words} (status ${status})`;
	if (verdict !== 'unclear') return `${sender} rejected the request with status ${status}`;
	return isJsonObject(response.body)
		? `The response of the service doesn't confirm success (status ${status})`
		: `The response of the service couldn't be read (status ${status}, unknown format)`;
}

/**
 * Advice by the status, or by a documented rule of the operation. The order counts: any status may ask for a long wait, and a redirect may
 * be unclear, so both come before the verdicts.
 */
export function adviceOn(
	response: Responded,
	{ isInDoubt, notFoundMeans, rejectionAdvice, hasReason }: RequestTraits & { hasReason: boolean },
	{ proxy }: Route,
): string | undefined {
	const { status, verdict, retryAfterMs = 0 } = response;
	if (asksForLongWait(response)) {
		return `Wait ${Math.ceil(retryAfterMs / 60_000)} minutes, then try again.`;
	}
	if (isRedirect(response)) {
		return `${CHECK_BASE_URL} To protect the API key, the node follows no redirects.`;
	}
	if (status === 407 && proxy) return 'Add a user name and a password to the address in "Proxy".';
	// The advice on the doubt is enough.
	if (verdict === 'failed') return isInDoubt ? undefined : CONTACT_SUPPORT;
	if (verdict === 'unclear') return 'If this happens again, check the Base URL of the credential.';
	if (status !== 404) {
		const check = status >= 400 && !hasReason ? CHECK_FIELDS : undefined;
		return ADVICE_BY_STATUS[status] ?? rejectionAdvice ?? check;
	}
	return notFoundMeans ? NOT_FOUND_ADVICE[notFoundMeans] : (rejectionAdvice ?? CHECK_BASE_URL);
}

function isRedirect({ status, location }: Responded): boolean {
	const isOther = status >= 300 && status < 400 && status !== 304;
	return REDIRECTS.includes(status) || (isOther && location !== undefined);
}

function describeRedirect({ status, location = '' }: Responded, { redact }: Connection): string {
	// Redacted twice, as parsing changes the spelling of a key.
	const target = parsedUrl(redact(location))?.origin;
	const where = target ? ` to ${redact(target)}` : '';
	return `The service redirected the request${where} (status ${status}), which the node doesn't follow`;
}
