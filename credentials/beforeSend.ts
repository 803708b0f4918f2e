export interface ResolvedCredential {
	/** Without a trailing slash. */
	address: string;
	key: string;
}

/** Called when n8n has read the credential. The request leaves when this resolves, and is cut off by the signal. */
export type BeforeSend = (credential: ResolvedCredential) => Promise<AbortSignal>;

/** With this hook the credential adds its base address. A request that lost the hook on its way through n8n goes nowhere. */
export const BEFORE_SEND: unique symbol = Symbol.for('n8n-nodes-mailroom.beforeSend');

export interface WithBeforeSend {
	[BEFORE_SEND]?: BeforeSend;
}
