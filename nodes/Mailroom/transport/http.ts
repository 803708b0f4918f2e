import type { IHttpRequestOptions } from 'n8n-workflow';
import { retryAfterMs } from './retryAfter';
import type { ServiceRequest } from './ServiceRequest';
import { verdictOf, type Responded } from './verdict';

// A request as n8n's HTTP client takes it, and a response as it comes back.

/** The credential adds the base address. */
export type ServiceRequestOptions = Omit<IHttpRequestOptions, 'baseURL' | 'timeout'>;

export interface FullResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

export function httpOptions({
	url,
	path,
	method,
	body,
	qs,
}: ServiceRequest): ServiceRequestOptions {
	return {
		url: urlWith(path, url),
		method,
		qs,
		// As text, because n8n drops fields named `constructor` or `__proto__`.
		body: body && JSON.stringify(body),
		headers: {
			Accept: 'application/json',
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
		},
		json: true,
		returnFullResponse: true,
		// After a thrown 401, n8n would send it again, past the limiter.
		ignoreHttpStatusErrors: true,
		// A redirect could carry emails to another host.
		disableFollowRedirect: true,
	};
}

/** The only place where a value becomes part of an address. */
function urlWith(path: ServiceRequest['path'] = {}, url: string): string {
	return url.replace(/:(\w+)/g, (_, name: string) => pathSegment(path[name]));
}

/** @throws Error for a value that would name another address: a URL parser resolves dots even if they are encoded */
function pathSegment(value = ''): string {
	if (['', '.', '..'].includes(value)) throw new Error(`"${value}" can't be part of an address`);
	return encodeURIComponent(value);
}

/** @param now in ms since 1970 */
export function readResponse(
	{ statusCode: status, headers, body }: FullResponse,
	{ idempotency }: Pick<ServiceRequest, 'idempotency'>,
	now: number,
): Responded {
	const verdict = verdictOf({ status, body }, idempotency);
	// With any other status, "Retry-After" concerns only this request.
	const asksToWait = status === 429 || status === 503;
	const askedMs = asksToWait ? retryAfterMs(headers['retry-after'], now) : undefined;
	const location = typeof headers.location === 'string' ? headers.location : undefined;
	return { kind: 'response', verdict, status, body, location, retryAfterMs: askedMs };
}
