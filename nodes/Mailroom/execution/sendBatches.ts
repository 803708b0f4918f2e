import { systemClock } from '../transport/clock';
import { MAX_IN_FLIGHT_PER_RUN } from '../transport/RunQueue';
import { BatchSender } from './BatchSender';
import type { Batch } from './Item';
import type { Run } from './Run';
import type { SendOnceClaims } from './SendOnceClaims';

/** More than may start, because waits for what is in doubt are shared. */
const MAX_CLAIMING = 100;

export async function sendBatches(
	run: Run,
	batches: Batch[],
	claims?: SendOnceClaims,
): Promise<void> {
	if (batches.length === 0) return;
	const stop = new AbortController();
	const sender = new BatchSender(run, stop, claims);
	const { cancelled, release } = whenCancelled(run, stop);
	try {
		await Promise.race([
			sendInOrder(run, batches, sender, claims ? MAX_CLAIMING : MAX_IN_FLIGHT_PER_RUN),
			cancelled,
		]);
	} finally {
		release();
		stop.abort();
	}
	if (run.continueOnFail) sender.failUnsent(batches);
}

/** Requests start in order. Claims take longer than the wait for a permit, so they begin ahead. */
async function sendInOrder(
	{ operation }: Run,
	batches: Batch[],
	sender: BatchSender,
	maxClaiming: number,
): Promise<void> {
	const { contactKey, isSequential } = operation;
	const maxBegun = isSequential ? 1 : maxClaiming;
	/** The contacts of each batch, by its end. */
	const inFlight = new Map<Promise<void>, Set<string>>();
	let startBefore = Promise.resolve();
	for (const batch of batches) {
		const contacts = batch.units.flatMap(({ values }) => contactKey?.(values) ?? []);
		// The last change of a contact wins.
		const ofSameContacts = [...inFlight].filter(([, others]) =>
			contacts.some((contact) => others.has(contact)),
		);
		await Promise.all(ofSameContacts.map(([ended]) => ended));
		if (inFlight.size >= maxBegun) await Promise.race(inFlight.keys());
		if (sender.isStopped) break;

		let onStart = () => {};
		const hasStarted = new Promise<void>((resolve) => {
			onStart = resolve;
		});
		const ended = sender.send(batch, startBefore, onStart).finally(onStart);
		startBefore = startBefore.then(async () => await hasStarted);
		inFlight.set(ended, new Set(contacts));
		void ended.then(() => inFlight.delete(ended));
	}
	await Promise.all(inFlight.keys());
}

function whenCancelled({ signal }: Run, stop: AbortController) {
	let cancel = () => {};
	const cancelled = new Promise<void>((resolve) => {
		cancel = () => {
			stop.abort();
			// Requests in flight first learn of it.
			resolve(systemClock.sleep(0));
		};
	});
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel);
	// The signal outlives the run in a loop, and a listener keeps its data.
	return { cancelled, release: () => signal?.removeEventListener('abort', cancel) };
}
