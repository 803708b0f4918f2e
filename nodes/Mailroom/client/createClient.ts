import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
} from 'n8n-workflow';
import { BEFORE_SEND, type BeforeSend } from '../../../credentials/beforeSend';
import {
	resolvedCredential,
	type ResolvedCredential,
} from '../../../credentials/resolvedCredential';
import { RETRY_ADVICE } from '../parameters/wording';
import { systemClock } from './clock';
import { messageOf, noResponse, type Connection } from './failure/connectionFailure';
import { sharedGate } from './gate/Gate';
import { isPermit, type Admission, type NotStarted } from './gate/GateRequest';
import type { FullResponse, ServiceRequestOptions } from './http';
import { logEvents } from './logEvents';
import type { Failed } from './Outcome';
import { redactResponse, redactText, secretOf } from './redaction';
import { connectionOptions, type RequestOptionsParameter } from './requestOptions';
import type { RequestGroup } from './gate/RequestGroup';
import { ServiceClient } from './ServiceClient';
import { unexpectedFailure } from './failure/unexpectedFailure';
import type { NoResponse } from './verdict';

export const CREDENTIAL = 'mailroomApi';

type RequestContext =
	IExecuteFunctions | IExecutePaginationFunctions | ILoadOptionsFunctions | IPollFunctions;

/** @throws n8n's error if no credential is set; UnusableCredential; InvalidParameter */
export async function createClient(
	context: RequestContext,
	group: RequestGroup,
	options: RequestOptionsParameter = {},
): Promise<ServiceClient> {
	const { address, key } = resolvedCredential(await context.getCredentials(CREDENTIAL));
	const secret = secretOf(key);
	const fromUser = connectionOptions(options, address);
	const { proxy, timeout, skipSslCertificateValidation } = fromUser;
	const redact = (text: string) => redactText(text, secret);
	const route = { host: new URL(address).host, proxy: proxy && `${proxy.host}:${proxy.port}` };
	const connection = { route, redact };
	return new ServiceClient({
		...connection,
		address,
		connectionName: JSON.stringify([route.proxy, timeout, skipSslCertificateValidation]),
		workflowName: context.getWorkflow().id ?? '',
		send: async (request, enter) => {
			const options = { ...request, ...fromUser };
			const response = await sendThroughN8n(context, options, {
				...{ address, key, enter, connection },
				abandonSignal: group.abandonSignal,
			});
			redactResponse(response, secret);
			return response;
		},
		gate: sharedGate(address, key),
		group,
		onEvent: logEvents(context),
		clock: systemClock,
	});
}

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

async function sendThroughN8n(
	context: RequestContext,
	options: ServiceRequestOptions & { timeout: number },
	{ address, key, enter, connection, abandonSignal }: SendSettings,
): Promise<FullResponse | NoResponse | NotStarted> {
	const sending: { progress: Progress } = { progress: { step: 'notAsked' } };
	const beforeSend: BeforeSend = async (current) => {
		const isSame = current.address === address && current.key === key;
		const admission = isSame ? await enter().catch(unexpectedFailure) : credentialChanged();
		if (!isPermit(admission)) {
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
