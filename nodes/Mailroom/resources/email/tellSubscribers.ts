import { failedBy } from '../../run/failedBy';
import type { Run } from '../../run/Operation';
import { abortable } from '../../transport/abortable';
import { systemClock } from '../../clock';
import { isFailed } from '../../transport/Outcome';
import { RefusedList } from './manualExecution';
import { readSubscribers, type Subscribers } from './subscribers';

/** The error is right without the number. */
const MAX_WAIT_MS = 5_000;

/** Adds to the errors of refused lists how many people would have got the email. If the service doesn't tell soon, they stay as they are. */
export async function tellSubscribers(run: Run): Promise<void> {
	if (!run.items.some(({ invalid }) => invalid?.cause instanceof RefusedList)) return;
	const subscribers = await subscribersSoon(run);
	for (const item of run.items) {
		const cause = item.invalid?.cause;
		const count = cause instanceof RefusedList ? subscribers.get(cause.list) : undefined;
		if (cause instanceof RefusedList && count !== undefined) {
			item.invalid = failedBy(cause.with(count));
		}
	}
}

async function subscribersSoon(run: Run): Promise<Subscribers> {
	const ended = new AbortController();
	void systemClock.sleep(MAX_WAIT_MS).then(() => ended.abort());
	const signal = AbortSignal.any([run.n8n.cancelSignal, run.stopSignal, ended.signal]);
	const read = await abortable(readSubscribers(run, signal), signal).catch(failedBy);
	ended.abort();
	return !read || isFailed(read) ? new Map() : read;
}
