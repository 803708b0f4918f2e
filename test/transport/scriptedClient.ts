import {
	noResponse,
	type Connection,
} from '../../nodes/Mailroom/transport/failure/connectionFailure';
import { Gate } from '../../nodes/Mailroom/transport/gate/Gate';
import type { Hold } from '../../nodes/Mailroom/transport/gate/Hold';
import type { ConnectionEvent } from '../../nodes/Mailroom/transport/ConnectionEvent';
import type { FullResponse, ServiceRequestOptions } from '../../nodes/Mailroom/transport/http';
import { isFailed, type Failed } from '../../nodes/Mailroom/transport/Outcome';
import { RequestGroup } from '../../nodes/Mailroom/transport/gate/RequestGroup';
import {
	ServiceClient,
	type ClientSettings,
	type Client,
} from '../../nodes/Mailroom/transport/ServiceClient';
import type { ServiceRequest } from '../../nodes/Mailroom/transport/ServiceRequest';
import { virtualClock } from '../support/virtualClock';

/** Of a request, as a name. */
export type Answer = keyof typeof answers;

export const KEY = 'secret-key-of-the-project';
export const DOUBT_TEXTS = { problem: 'It may or may not have been done', advice: 'Look it up.' };

export const respond =
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

export const answers = {
	200: respond(200),
	'200, cut': respond(200, '{"success": tr'),
	302: respond(302, '', { location: 'https://login.example.com/a?token=x' }),
	400: respond(400),
	404: respond(404),
	408: respond(408),
	429: respond(429),
	500: respond(500),
	503: respond(503),
	refused: failure('ECONNREFUSED', 'connect'),
	'unsendable key': failure('ERR_INVALID_CHAR'),
	timeout: failure('ECONNABORTED'),
	broken: failure('ECONNRESET', 'read'),
	unknown: () => {
		throw new Error(`no idea, ${KEY}`);
	},
};

const connection: Connection = {
	route: { host: 'mail.example.com' },
	redact: (text) => text.replaceAll(KEY, '***'),
};

/** Of a request in flight whose execution is stopped. */
export const canceled = () =>
	noResponse(Object.assign(new Error('canceled'), { code: 'ERR_CANCELED' }), connection);

/** Sends a request when its turn has come. */
export const asSoonAsItLeaves =
	(act: (options: ServiceRequestOptions) => Promise<FullResponse>): ClientSettings['send'] =>
	async (options, enter) => {
		const admission = await enter();
		if (admission !== 'go') return admission;
		return await act(options).catch((error: unknown) => noResponse(error, connection));
	};

/** Thrown by `responseTo`, which tests await. */
export class FailedError extends Error {
	constructor(readonly failed: Failed) {
		super(failed.problem);
	}
}

/** The body of the response. Throws if there is none. */
export const responseTo = async (client: Client, request: ServiceRequest, holds?: Hold[]) => {
	const response = await client.send(request, holds);
	if (isFailed(response)) throw new FailedError(response);
	if (!response) throw new Error('Withdrawn');
	return response.result;
};

/** A client whose requests meet one outcome after the other; the last one stays. */
export const meeting = (
	script: Answer[],
	{ group = new RequestGroup(), seed }: { group?: RequestGroup; seed?: number } = {},
) => {
	const clock = virtualClock({ seed });
	const gate = new Gate(clock);
	const sentAt: number[] = [];
	const events: ConnectionEvent[] = [];
	const sent: ServiceRequestOptions[] = [];
	const settings: ClientSettings = {
		address: 'https://mail.example.com/v1',
		...connection,
		gate,
		group,
		connectionName: 'default',
		workflowName: 'default',
		clock,
		onEvent: (event) => void events.push(event),
		send: asSoonAsItLeaves(async (options) => {
			const answer = script[Math.min(sent.length, script.length - 1)];
			sent.push(options);
			sentAt.push(clock.now());
			return await Promise.resolve(answers[answer]());
		}),
	};
	const client = new ServiceClient(settings);
	const request = async (request?: Partial<ServiceRequest>) =>
		await clock.until(
			responseTo(client, {
				method: 'POST',
				url: '/contacts/delete',
				idempotency: 'safe',
				...request,
			}),
		);
	return {
		client,
		clock,
		events,
		gate,
		request,
		sent,
		sentAt,
		settings,
		error: async (wanted?: Partial<ServiceRequest>) => {
			const error = await request(wanted).catch((thrown: unknown) => thrown);
			if (!(error instanceof FailedError)) throw new Error('A failure was expected');
			return error.failed;
		},
	};
};

export const gaps = (times: number[]) => times.slice(1).map((at, index) => at - times[index]);

export const read = { method: 'GET', url: '/lists', idempotency: 'safe' } as const;
