import type { ServiceResponse } from '../../service';
import { unexpectedFailure } from '../../transport/failure/unexpectedFailure';
import { isFailed, type Accepted, type Failed, type Outcome } from '../../transport/Outcome';
import type { Client, ServiceOutcome } from '../../transport/ServiceClient';
import type { ServiceRequest } from '../../transport/ServiceRequest';
import { failedBy } from '../failedBy';
import type { Unit } from '../Item';
import type { Wire } from '../Operation';

type SendOne = (request: ServiceRequest) => Promise<ServiceOutcome>;

/** Knows the last response also if the operation throws while it reads it. */
class RecordingClient implements Client {
	lastResponse: ServiceOutcome;

	constructor(private readonly sendOne: SendOne) {}

	async send(request: ServiceRequest): Promise<ServiceOutcome> {
		this.lastResponse = await this.sendOne(request);
		return this.lastResponse;
	}
}

/** Sends units in one request, or as the operation performs it. Undefined if the run has ended. */
export async function sendRequest(
	wire: Wire,
	units: Unit[],
	sendOne: SendOne,
): Promise<Outcome | undefined> {
	const request = requestFor(wire, units);
	const client = new RecordingClient(sendOne);
	try {
		return await perform(wire, { client, request, values: units[0].values });
	} catch (error) {
		const { lastResponse } = client;
		// Thrown after the service has accepted the request.
		if (lastResponse?.kind === 'accepted') return thrownAfterRequest(error, wire);
		return lastResponse ?? failedBy(error);
	}
}

/** In doubt if the operation changes anything. */
export function thrownAfterRequest(error: unknown, { idempotency, doubtTexts }: Wire): Failed {
	return unexpectedFailure(error, { isInDoubt: idempotency !== 'safe', doubtTexts });
}

function requestFor(wire: Wire, units: Unit[]): ServiceRequest {
	const several = units.map(({ values }) => values);
	return {
		...wire.endpoint,
		...wire.requestOf(several),
		idempotency: wire.idempotency,
		doubtTexts: wire.doubtTexts,
		notFoundMeans: wire.notFoundMeans,
		rejectionAdvice: wire.rejectionAdvice?.(several),
		wasInDoubt: units.every(({ outcome }) => outcome?.kind === 'inDoubt'),
	};
}

interface Performance {
	client: Client;
	request: ServiceRequest;
	values: unknown;
}

async function perform(
	wire: Wire,
	{ client, request, values }: Performance,
): Promise<Outcome | undefined> {
	if (wire.perform) return await wire.perform(client, request, values);
	const response = await client.send(request);
	return response?.kind === 'accepted' ? resultOf(response, wire, values) : response;
}

function resultOf(response: Accepted<ServiceResponse>, wire: Wire, values: unknown): Outcome {
	const outcome = readResult(response, wire, values);
	if (!isFailed(outcome) || wire.idempotency === 'safe') return outcome;
	// The service has accepted the change, but not returned its result.
	return { ...outcome, kind: 'inDoubt', doubt: wire.doubtTexts };
}

function readResult(response: Accepted<ServiceResponse>, wire: Wire, values: unknown): Outcome {
	try {
		return wire.result?.(response, values) ?? response;
	} catch {
		const problem = "The response of the service couldn't be read";
		return { kind: 'rejected', problem, scope: 'request' };
	}
}
