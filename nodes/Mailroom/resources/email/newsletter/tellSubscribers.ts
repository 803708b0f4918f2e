import { failedBy } from '../../../run/failedBy';
import type { Run } from '../../../run/Operation';
import { abortable } from '../../../transport/abortable';
import { systemClock } from '../../../clock';
import { RequestGroup } from '../../../transport/gate/RequestGroup';
import { isFailed } from '../../../transport/Outcome';
import { fetchRecords } from '../../recordPages';
import { RefusedList } from './manualExecution';

/** The error is right without the number. */
const MAX_WAIT_MS = 5_000;

/** Adds to the errors of refused lists how many people would have got the email. If the service doesn't tell soon, they stay as they are. */
export async function tellSubscribers(run: Run): Promise<void> {
	if (!run.items.some(({ invalid }) => invalid?.cause instanceof RefusedList)) return;
	const subscribers = await subscribersNow(run);
	for (const item of run.items) {
		const cause = item.invalid?.cause;
		const count = cause instanceof RefusedList ? subscribers.get(cause.list) : undefined;
		if (cause instanceof RefusedList && count !== undefined) {
			item.invalid = failedBy(cause.with(count));
		}
	}
}

/** By the name of the list. */
async function subscribersNow(run: Run): Promise<Map<unknown, number>> {
	const ended = new AbortController();
	void systemClock.sleep(MAX_WAIT_MS).then(() => ended.abort());
	const signal = AbortSignal.any([run.cancelSignal, run.stopSignal, ended.signal]);
	const fetched = await abortable(readLists(run, signal), signal).catch(() => undefined);
	ended.abort();
	const lists = fetched?.kind === 'accepted' ? fetched.result.records : [];
	const counts = lists.flatMap(({ name, numSubscribers }) =>
		typeof numSubscribers === 'number' ? [[name, numSubscribers] as const] : [],
	);
	return new Map(counts);
}

async function readLists(run: Run, signal: AbortSignal) {
	const client = await run.connect(new RequestGroup(signal, { abandonSignal: signal }));
	const request = { method: 'GET', url: '/lists', idempotency: 'safe' } as const;
	return isFailed(client) ? client : await fetchRecords(client, request, { identity: 'name' });
}
