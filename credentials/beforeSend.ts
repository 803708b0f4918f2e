import type { ResolvedCredential } from './resolvedCredential';

/** Called with the credential. The request leaves when this resolves; the signal cancels it. */
export type BeforeSend = (credential: ResolvedCredential) => Promise<AbortSignal>;

/** With this hook, the credential adds its base address. A request that lost the hook in n8n goes nowhere. */
export const BEFORE_SEND: unique symbol = Symbol.for('n8n-nodes-mailroom.beforeSend');

export interface WithBeforeSend {
	[BEFORE_SEND]?: BeforeSend;
}
