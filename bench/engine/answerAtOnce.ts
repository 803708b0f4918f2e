import { setImmediate as nextTurn } from 'node:timers/promises';
import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { BEFORE_SEND, type WithBeforeSend } from '../../credentials/beforeSend';
import { storedContacts } from './workloads/contacts';

/** What a service says that is not there: that it did everything, or that everything is wrong. */
export type AnswerAtOnce = 'accepted' | 'rejected';

const READ_TOTAL = 20_000;

/**
 * Puts a service that answers at once in the place of n8n's request helper, so that nothing takes time but the node's own work. A
 * request takes its turn as it does in the credential.
 */
export function answerAtOnce(
	context: IExecuteFunctions,
	{ kind, service }: { kind: AnswerAtOnce; service: { url: string; apiKey: string } },
) {
	const stored = storedContacts(READ_TOTAL);
	const send = async (_credential: string, request: IHttpRequestOptions & WithBeforeSend) => {
		const beforeSend = request[BEFORE_SEND];
		if (!beforeSend) throw new Error('A request takes no turn');
		await nextTurn();
		await beforeSend({ address: service.url, key: service.apiKey });
		return kind === 'accepted'
			? { statusCode: 200, headers: {}, body: answerTo(request, stored) }
			: { statusCode: 400, headers: {}, body: { success: false, message: 'This is not wanted' } };
	};
	Object.assign(context.helpers, { httpRequestWithAuthentication: send });
}

function answerTo({ method, url, qs, body }: IHttpRequestOptions, stored: IDataObject[]) {
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
