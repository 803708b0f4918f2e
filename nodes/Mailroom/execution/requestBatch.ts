import type { RequestHooks, ServiceClient, ServiceRequest } from '../transport/ServiceClient';
import { ServiceError } from '../transport/ServiceError';
import { wasInDoubt, type Batch } from './Item';
import type { Operation } from './Operation';

/** @returns what the operation needs of the response */
export async function requestBatch(
	client: ServiceClient,
	operation: Operation,
	{ units }: Batch,
	hooks: RequestHooks,
): Promise<unknown> {
	const { idempotency, inDoubtNote, notFoundMeansDone } = operation;
	const [{ values }] = units;
	const request: ServiceRequest = {
		...(operation.otherEndpoint?.(values) ?? operation.endpoint),
		...operation.content(units.map((unit) => unit.values)),
		...{ idempotency, inDoubtNote, notFoundMeansDone },
		wasInDoubt: units.every(wasInDoubt),
	};
	if (operation.perform) {
		const requester = {
			request: async (one: ServiceRequest) => await client.request({ ...one, ...hooks }),
		};
		return await operation.perform(requester, request, values);
	}
	const response = await client.request({ ...request, ...hooks });
	return operation.result?.(response);
}

/** Once a request has left, the service may have acted. */
export function errorAfterStart(
	error: unknown,
	{ idempotency, inDoubtNote: note }: Operation,
): unknown {
	if (error instanceof ServiceError || idempotency === 'safe') return error;
	const problem = 'The response of the service could not be read';
	return new ServiceError(problem, { outcome: 'inDoubt', note });
}
