import { failedBy } from '../../run/failedBy';
import type { Run } from '../../run/Operation';
import { RequestGroup } from '../../transport/gate/RequestGroup';
import { isFailed, type Failed } from '../../transport/Outcome';
import { fetchRecords } from '../recordPages';

/** Numbers of subscribers by the name of the list. Undefined for a list whose number the service doesn't tell. */
export type Subscribers = Map<unknown, number | undefined>;

/** @param signal ends the reading */
export async function readSubscribers(
	run: Run,
	signal: AbortSignal,
): Promise<Subscribers | Failed> {
	const abandonSignal = AbortSignal.any([signal, run.abandonSignal]);
	const client = await run.n8n.connect(new RequestGroup(signal, { abandonSignal }));
	if (isFailed(client)) return client;
	const request = { method: 'GET', url: '/lists', idempotency: 'safe' } as const;
	const fetched = await fetchRecords(client, request, { identity: 'name' });
	if (!fetched) return failedBy(new Error('The run has ended'));
	if (isFailed(fetched)) return fetched;
	const { records } = fetched.result;
	return new Map(records.map(({ name, numSubscribers }) => [name, countIn(numSubscribers)]));
}

function countIn(value: unknown): number | undefined {
	return Number.isInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
