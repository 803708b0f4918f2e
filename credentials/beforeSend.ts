import type { IHttpRequestOptions } from 'n8n-workflow';

export interface ResolvedCredential {
	/** Base address of the service, without a trailing slash. */
	address: string;
	key: string;
}

/**
 * Called with the credential that n8n read for this request, which can take it hundreds of milliseconds. The request leaves as soon
 * as this resolves, and never if it rejects.
 */
export type BeforeSend = (credential: ResolvedCredential) => Promise<void>;

/** Carries the hook of a request through n8n to the credential. */
const BEFORE_SEND = Symbol.for('n8n-nodes-mailroom.beforeSend');

/** Only the credential adds the base address: a request that lost its hook on the way goes nowhere. */
export function withBeforeSend(
	request: Omit<IHttpRequestOptions, 'baseURL'>,
	beforeSend: BeforeSend,
): IHttpRequestOptions {
	return Object.assign({ ...request }, { [BEFORE_SEND]: beforeSend });
}

/** Undefined for requests of other nodes. */
export function beforeSendOf(request: object): BeforeSend | undefined {
	const { [BEFORE_SEND]: beforeSend }: { [BEFORE_SEND]?: BeforeSend } = request;
	return beforeSend;
}
