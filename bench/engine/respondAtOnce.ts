import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { BEFORE_SEND, type WithBeforeSend } from '../../credentials/beforeSend';
import { storedContacts } from './workloads/contacts';

/** Outcome of every request to the replaced service. */
export type InstantOutcome = 'accepted' | 'rejected';

const READ_TOTAL = 20_000;

/**
 * Replaces n8n's request helper with a service that responds at once, so that only the node's work takes time. As in the
 * credential, each request waits for its turn.
 */
export function respondAtOnce(
	context: IExecuteFunctions,
	{ kind, service }: { kind: InstantOutcome; service: { url: string; apiKey: string } },
) {
	const stored = storedContacts(READ_TOTAL);
	const send = async (_credential: string, request: IHttpRequestOptions & WithBeforeSend) => {
		const beforeSend = request[BEFORE_SEND];
		if (!beforeSend) throw new Error('A request does not wait for its turn');
		await nextTurn();
		await beforeSend({ address: service.url, key: service.apiKey });
		return kind === 'accepted'
			? { statusCode: 200, headers: {}, body: responseTo(request, stored) }
			: { statusCode: 400, headers: {}, body: { success: false, message: 'This is not wanted' } };
	};
	Object.assign(context.helpers, { httpRequestWithAuthentication: send });
}

function responseTo({ method, url, qs, body }: IHttpRequestOptions, stored: IDataObject[]) {
	if (method === 'GET' && url === '/contacts') {
		const { page = 1, per = 100 } = qs as { page?: number; per?: number };
		const data = stored.slice((page - 1) * per, page * per);
		return { success: true, data, metadata: { page, per, total: stored.length } };
	}
	if (method === 'GET') return { success: true, data: { ...qs } };
	if (url.startsWith('/email')) return { success: true };
	const { email } = JSON.parse(String(body)) as { email?: string };
	const session = { url: 'https://example.com', expiresAt: '2030-01-01T00:00:00.000Z' };
	return { success: true, data: { email, ...session } };
}
