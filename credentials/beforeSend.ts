import type { IHttpRequestOptions } from 'n8n-workflow';

/** The part of a credential that decides where a request goes and who sends it, in the one form that all go by. */
export interface ResolvedCredential {
	/** Base address of the service, without a trailing slash. */
	address: string;
	key: string;
}

/**
 * Called with the credential as n8n has read it for this request, when all that n8n does before it sends is done: reading a
 * credential takes a busy n8n hundreds of ms. The request leaves as soon as the promise resolves, and never when it rejects.
 */
export type BeforeSend = (credential: ResolvedCredential) => Promise<void>;

/** Under this name a request of this package's node carries its hook through n8n to the credential. */
const BEFORE_SEND = Symbol.for('n8n-nodes-mailroom.beforeSend');

/**
 * A request that the credential lets go. It names no base address: only the credential puts that in, so that a request whose
 * hook got lost on its way through n8n goes nowhere.
 */
export function withBeforeSend(
	request: Omit<IHttpRequestOptions, 'baseURL'>,
	beforeSend: BeforeSend,
): IHttpRequestOptions {
	return Object.assign({ ...request }, { [BEFORE_SEND]: beforeSend });
}

/** The hook of a request; undefined for those of other nodes. */
export function beforeSendOf(request: object): BeforeSend | undefined {
	const { [BEFORE_SEND]: beforeSend }: { [BEFORE_SEND]?: BeforeSend } = request;
	return beforeSend;
}
