import type { BeforeSend, ResolvedCredential } from '../../../credentials/beforeSend';
import { ServiceError, type Redact } from './ServiceError';

/** n8n's own timeout, whose error says more, comes first by this much. */
const TIMEOUT_GRACE_MS = 500;

interface Settings {
	/** The one that the run began with: its queue and what is redacted in its responses go by it. */
	credential: ResolvedCredential;
	/** Resolves when the request may leave. */
	enter: () => Promise<void>;
	timeoutMs: number;
	redact: Redact;
}

/** One request on its way through n8n's request helper. */
export class PendingRequest {
	private hasLeft = false;

	/** Why it was kept back. n8n's helper wraps this in an error of its own. */
	private refusal: { reason: unknown } | undefined;

	private deadline: AbortSignal | undefined;

	private fail = () => {};

	private readonly late = new Promise<never>((_, reject) => {
		this.fail = () => reject(Object.assign(new Error('No answer in time'), { code: 'ETIMEDOUT' }));
	});

	constructor(private readonly settings: Settings) {}

	/** To be called by the credential. */
	readonly beforeSend: BeforeSend = async ({ address, key }) => {
		const { credential, enter, timeoutMs } = this.settings;
		try {
			if (address !== credential.address || key !== credential.key) throw credentialChanged();
			await enter();
		} catch (reason) {
			this.refusal = { reason };
			await Promise.reject(reason);
		}
		this.hasLeft = true;
		// n8n's own timeout begins anew with every byte that comes: a response that drips would never end.
		this.deadline = AbortSignal.timeout(timeoutMs + TIMEOUT_GRACE_MS);
		this.deadline.addEventListener('abort', this.fail, { once: true });
	};

	/**
	 * @param sent what n8n's request helper gave for it
	 * @throws ServiceError when the credential could not be used any more, what `enter` threw, or n8n's error
	 */
	async response<T>(sent: Promise<T>): Promise<T> {
		try {
			return await Promise.race([sent, this.late]);
		} catch (error) {
			if (this.refusal) return await Promise.reject(this.refusal.reason);
			const failure = this.hasLeft ? error : credentialUnusable(error, this.settings.redact);
			return await Promise.reject(failure);
		} finally {
			// The listener keeps the response, which may be large, in memory.
			this.deadline?.removeEventListener('abort', this.fail);
		}
	}
}

function credentialChanged(): ServiceError {
	return new ServiceError(
		'Not sent: the Base URL or the API Key of the credential has changed since this run began',
		{
			outcome: 'notSent',
			advice: 'What was not sent can be sent in a new run.',
			abortsRun: true,
		},
	);
}

/** n8n, or the credential itself, gave nothing that a request could be sent with, e.g. since it was deleted. */
function credentialUnusable(error: unknown, redact: Redact): ServiceError {
	const detail = error instanceof Error ? redact(error.message) : 'no reason is known';
	return new ServiceError(`Not sent: the credential could not be used any more: ${detail}`, {
		outcome: 'notSent',
		abortsRun: true,
	});
}
