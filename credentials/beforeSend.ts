import type { IHttpRequestOptions } from 'n8n-workflow';

export interface ResolvedCredential {
	/** Without a trailing slash. */
	address: string;
	key: string;
}

/** Called when n8n has read the credential. The request leaves when this resolves. */
export type BeforeSend = (credential: ResolvedCredential) => Promise<void>;

const BEFORE_SEND = Symbol.for('n8n-nodes-mailroom.beforeSend');

/** Only the credential adds the base address: a request without its hook goes nowhere. */
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
