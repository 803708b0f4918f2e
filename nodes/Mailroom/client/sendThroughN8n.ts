import type { IAllExecuteFunctions } from 'n8n-workflow';
import { BEFORE_SEND, type BeforeSend } from '../../../credentials/beforeSend';
import type { ResolvedCredential } from '../../../credentials/resolvedCredential';
import { messageOf, noResponse, type Connection } from '../transport/failure/connectionFailure';
import { unexpectedFailure } from '../transport/failure/unexpectedFailure';
import type { Admission, NotStarted } from '../transport/gate/GateRequest';
import type { FullResponse, ServiceRequestOptions } from '../transport/http';
import type { Failed } from '../transport/Outcome';
import type { NoResponse } from '../transport/verdict';
import { RETRY_ADVICE } from '../wording';

export const CREDENTIAL = 'mailroomApi';

/** n8n's own timeout comes first, as its error says more. */
const TIMEOUT_GRACE_MS = 500;

/** Address and key are those from the start of the run. */
interface SendSettings extends ResolvedCredential {
	enter(): Promise<Admission>;
	connection: Connection;
	abandonSignal?: AbortSignal;
}

/** How far n8n got with a request. It decides whether the service may have acted. */
type Progress =
	/** n8n has not asked the credential, so nothing can have left. In evaluations, n8n's mock answers in place of the service. */
	| { step: 'notAsked' }
	/** The credential threw an error, the only way to keep n8n from sending. */
	| { step: 'keptBack'; reason: NotStarted }
	/** The signal cancels it. */
	| { step: 'mayHaveLeft'; deadline: AbortSignal };

/** Sends a request with n8n's HTTP client. It leaves when `enter` admits it. */
export async function sendThroughN8n(
	context: IAllExecuteFunctions,
	options: ServiceRequestOptions & { timeout: number },
	{ address, key, enter, connection, abandonSignal }: SendSettings,
): Promise<FullResponse | NoResponse | NotStarted> {
	const sending: { progress: Progress } = { progress: { step: 'notAsked' } };
	const beforeSend: BeforeSend = async (current) => {
		const isSame = current.address === address && current.key === key;
		const admission = isSame ? await enter().catch(unexpectedFailure) : credentialChanged();
		if (admission !== 'go') {
			sending.progress = { step: 'keptBack', reason: admission };
			throw new Error('The request was kept back');
		}
		// n8n's timeout restarts with every byte.
		const deadline = AbortSignal.timeout(options.timeout + TIMEOUT_GRACE_MS);
		sending.progress = { step: 'mayHaveLeft', deadline };
		return abandonSignal ? AbortSignal.any([deadline, abandonSignal]) : deadline;
	};
	const { httpRequestWithAuthentication: request } = context.helpers;
	const withHook = { ...options, [BEFORE_SEND]: beforeSend };
	try {
		const response: FullResponse = await request.call(context, CREDENTIAL, withHook);
		const { progress } = sending;
		return progress.step === 'keptBack' ? progress.reason : response;
	} catch (error) {
		return unanswered(sending.progress, error, connection);
	}
}

function unanswered(
	progress: Progress,
	error: unknown,
	connection: Connection,
): NoResponse | NotStarted {
	switch (progress.step) {
		case 'notAsked':
			return credentialUnusable(error, connection);
		case 'keptBack':
			return progress.reason;
		case 'mayHaveLeft':
			return noResponse(progress.deadline.aborted ? timeout() : error, connection);
	}
}

function timeout(): Error {
	return Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });
}

function credentialChanged(): Failed {
	return {
		kind: 'notSent',
		problem: 'Not sent: the credential changed during the run',
		advice: `For the items that were not sent, ${RETRY_ADVICE}`,
		scope: 'run',
	};
}

function credentialUnusable(error: unknown, { redact }: Connection): Failed {
	const problem = `Not sent: the credential is no longer usable: ${messageOf(error, redact)}`;
	return { kind: 'notSent', problem, scope: 'run' };
}
