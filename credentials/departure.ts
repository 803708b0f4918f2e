import type { IHttpRequestOptions } from 'n8n-workflow';

/** The part of a credential that decides where a request goes and who sends it, in the one form that all go by. */
export interface Identity {
	/** Base address of the service, without a trailing slash. */
	address: string;
	key: string;
}

/**
 * Called with the credential as n8n has read it for this request, when all that n8n does before it sends is done: reading a
 * credential takes a busy n8n hundreds of ms. The request leaves as soon as the promise resolves, and never when it rejects.
 */
export type Departure = (credential: Identity) => Promise<void>;

/** Under this name a request of this package's node carries its departure through n8n to the credential. */
const DEPARTURE = Symbol.for('n8n-nodes-mailroom.departure');

/**
 * A request that the credential lets depart. It names no base address: only the credential puts that in, so that a request whose
 * departure got lost on its way through n8n goes nowhere.
 */
export function withDeparture(
	request: Omit<IHttpRequestOptions, 'baseURL'>,
	departure: Departure,
): IHttpRequestOptions {
	return Object.assign({ ...request }, { [DEPARTURE]: departure });
}

/** The departure of a request; undefined for those of other nodes. */
export function departureOf(request: object): Departure | undefined {
	const { [DEPARTURE]: departure }: { [DEPARTURE]?: Departure } = request;
	return departure;
}
