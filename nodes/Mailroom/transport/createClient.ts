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
import { systemClock } from './clock';
import { sharedGate } from './Gate';
import { redactResponse, redactText, secretOf } from './redaction';
import { connectionOptions, type RequestOptionsParameter } from './requestOptions';
import type { RequestGroup } from './RequestGroup';
import { ServiceClient, type FullResponse, type ServiceRequestOptions } from './ServiceClient';
import { ServiceError } from './ServiceError';

export const CREDENTIAL = 'mailroomApi';

export type RequestContext =
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
	const { proxy } = fromUser;
	const redact = (text: string) => redactText(text, secret);
	return new ServiceClient({
		address,
		route: { host: new URL(address).host, proxy: proxy && `${proxy.host}:${proxy.port}` },
		send: async (request, enter) => {
			const options = { ...request, ...fromUser };
			const response = await sendThroughN8n(context, options, { address, key, enter, redact });
			redactResponse(response, secret);
			return response;
		},
		...{ gate: sharedGate(address, key), redact, group, clock: systemClock },
	});
}

/** n8n's own timeout comes first, as its error says more. */
const TIMEOUT_GRACE_MS = 500;

/** Address and key from the start of the run. */
interface SendSettings extends ResolvedCredential {
	enter(): Promise<void>;
	redact(text: string): string;
}

async function sendThroughN8n(
	context: RequestContext,
	options: ServiceRequestOptions & { timeout: number },
	{ address, key, enter, redact }: SendSettings,
): Promise<FullResponse> {
	// n8n wraps it in an error of its own.
	let refusal: { reason: unknown } | undefined;
	let deadline: AbortSignal | undefined;
	const beforeSend: BeforeSend = async (current) => {
		try {
			if (current.address !== address || current.key !== key) throw credentialChanged();
			await enter();
		} catch (reason) {
			refusal = { reason };
			await Promise.reject(reason);
		}
		// n8n's timeout restarts with every byte.
		deadline = AbortSignal.timeout(options.timeout + TIMEOUT_GRACE_MS);
		return deadline;
	};
	const { httpRequestWithAuthentication: request } = context.helpers;
	try {
		return await request.call(context, CREDENTIAL, { ...options, [BEFORE_SEND]: beforeSend });
	} catch (error) {
		if (refusal) throw refusal.reason;
		if (!deadline) throw credentialUnusable(error, redact);
		throw deadline.aborted ? Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' }) : error;
	}
}

function credentialChanged(): ServiceError {
	return new ServiceError('Not sent: the credential changed during the run', {
		outcome: 'notSent',
		advice: 'Run the workflow again with only the items that were not sent.',
		abortsRun: true,
	});
}

function credentialUnusable(error: unknown, redact: SendSettings['redact']): ServiceError {
	const detail = error instanceof Error ? redact(error.message) : 'no reason is known';
	return new ServiceError(`Not sent: the credential is no longer usable: ${detail}`, {
		outcome: 'notSent',
		abortsRun: true,
	});
}
