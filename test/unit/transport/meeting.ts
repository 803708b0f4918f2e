import { Gate } from '../../../nodes/Mailroom/transport/Gate';
import { RequestGroup } from '../../../nodes/Mailroom/transport/RequestGroup';
import {
	ServiceClient,
	type ClientSettings,
	type FullResponse,
	type ServiceRequestOptions,
} from '../../../nodes/Mailroom/transport/ServiceClient';
import { ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';
import type { ServiceRequest } from '../../../nodes/Mailroom/transport/ServiceRequest';
import { virtualClock } from '../../../tools/virtualClock';

export type Outcome = keyof typeof outcomes;

export const KEY = 'secret-key-of-the-project';
export const DOUBT_TEXTS = { problem: 'It may or may not have been done', advice: 'Look it up.' };

export const answer =
	(
		statusCode: number,
		body: unknown = { success: statusCode < 300 },
		headers: Record<string, unknown> = {},
	) =>
	(): FullResponse => ({ statusCode, headers, body });

const failure = (code: string, syscall?: string) => () => {
	throw Object.assign(new Error(code), {
		cause: Object.assign(new Error(code), { code, syscall }),
	});
};

export const outcomes = {
	200: answer(200),
	'200, cut': answer(200, '{"success": tr'),
	302: answer(302, '', { location: 'https://login.example.com/a?token=x' }),
	400: answer(400),
	404: answer(404),
	408: answer(408),
	429: answer(429),
	500: answer(500),
	503: answer(503),
	refused: failure('ECONNREFUSED', 'connect'),
	'unsendable key': failure('ERR_INVALID_CHAR'),
	timeout: failure('ECONNABORTED'),
	broken: failure('ECONNRESET', 'read'),
	unknown: () => {
		throw new Error(`no idea, ${KEY}`);
	},
};

/** What sends a request when its turn has come. */
export const asSoonAsItLeaves =
	(act: (options: ServiceRequestOptions) => Promise<FullResponse>): ClientSettings['send'] =>
	async (options, beforeSend) => {
		await beforeSend();
		return await act(options);
	};

/** A client whose requests meet one outcome after the other; the last one stays. */
export const meeting = (
	script: Outcome[],
	{ group = new RequestGroup(), seed }: { group?: RequestGroup; seed?: number } = {},
) => {
	const clock = virtualClock({ seed });
	const gate = new Gate(clock);
	const sentAt: number[] = [];
	const sent: ServiceRequestOptions[] = [];
	const settings: ClientSettings = {
		address: 'https://mail.example.com/v1',
		route: { host: 'mail.example.com' },
		gate,
		group,
		clock,
		redact: (text) => text.replaceAll(KEY, '***'),
		send: asSoonAsItLeaves(async (options) => {
			const outcome = script[Math.min(sent.length, script.length - 1)];
			sent.push(options);
			sentAt.push(clock.now());
			return await Promise.resolve(outcomes[outcome]());
		}),
	};
	const client = new ServiceClient(settings);
	const request = async (request?: Partial<ServiceRequest>) =>
		await clock.until(
			client.request({ method: 'POST', url: '/contacts/delete', idempotency: 'safe', ...request }),
		);
	return {
		client,
		clock,
		gate,
		request,
		sent,
		sentAt,
		settings,
		error: async (wanted?: Partial<ServiceRequest>) => {
			const error = await request(wanted).catch((thrown: unknown) => thrown);
			if (!(error instanceof ServiceError)) throw new Error('A ServiceError was expected');
			return error;
		},
	};
};

export const gaps = (times: number[]) => times.slice(1).map((at, index) => at - times[index]);

export const read = { method: 'GET', url: '/lists', idempotency: 'safe' } as const;
