import type { IHttpRequestOptions } from 'n8n-workflow';

/** The terms of RFC 9110, 9.2. */
export type Idempotency = 'safe' | 'idempotent' | 'nonIdempotent';

/** Texts of an error if the service may have acted. */
export interface DoubtTexts {
	/** Such as "The email may or may not have been sent". */
	problem: string;
	advice: string;
	/** Added to the advice if the failure stops the execution, and n8n's Retry of it does not repeat the request. */
	afterStop?: string;
}

export interface ServiceRequest extends Pick<IHttpRequestOptions, 'method' | 'qs'> {
	/** May have places for values of `path`, such as `/lists/:name`. */
	url: string;
	/** Values as they are: they are encoded when the request is sent. */
	path?: Record<string, string>;
	body?: object;
	idempotency: Idempotency;
	/** Advice on a rejection, by a documented rule of the operation. */
	rejectionAdvice?: string;
	/** Undefined for requests that only read. */
	doubtTexts?: DoubtTexts;
	/** An earlier try of the same content is in doubt. */
	wasInDoubt?: boolean;
	/** `done`: an attempt in doubt has deleted the contact. `wrongUrl`: the request names no record. */
	notFoundMeans?: 'done' | 'noContact' | 'wrongUrl';
	signal?: AbortSignal;
	/** Excludes retries after a 429. */
	maxRetries?: number;
}
