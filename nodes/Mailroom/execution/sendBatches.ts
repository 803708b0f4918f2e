import { systemClock } from '../transport/clock';
import { MAX_IN_FLIGHT_PER_RUN, RequestGroup } from '../transport/RequestGroup';
import type { ServiceClient } from '../transport/ServiceClient';
import { ServiceError } from '../transport/ServiceError';
import { BatchSender } from './BatchSender';
import { isOpen, type Batch } from './Item';
import type { Run } from './Run';
import type { SendOnceClaims } from './SendOnceClaims';

/** More than can start, so that rechecks of units in doubt overlap. */
const MAX_CLAIMING = 100;

/** A failed item does not reject the promise. */
export async function sendBatches(
	run: Run,
	batches: Batch[],
	claims: SendOnceClaims | undefined,
): Promise<void> {
	if (batches.length === 0) return;
	const stop = new AbortController();
	const { cancelled, release } = whenCancelled(run, stop);
	try {
		await Promise.race([sendAll(run, batches, stop, claims), cancelled]);
	} finally {
		release();
		stop.abort();
	}
	const { reason } = stop.signal as { reason: unknown };
	if (!run.continueOnFail || !(reason instanceof ServiceError)) return;
	const { problem, details } = reason;
	const unsent = problem.startsWith('Not sent') ? problem : `Not sent: ${problem}`;
	const error = new ServiceError(unsent, { outcome: 'notSent', advice: details.advice });
	for (const batch of batches) {
		const units = batch.units.filter(isOpen);
		run.note({ kind: 'failed', batch: { units }, error });
		for (const unit of units) claims?.end(unit);
	}
}

async function sendAll(
	run: Run,
	batches: Batch[],
	stop: AbortController,
	claims: SendOnceClaims | undefined,
): Promise<void> {
	let client: ServiceClient;
	try {
		client = await run.connect(new RequestGroup(stop.signal));
	} catch (error) {
		for (const batch of batches) run.note({ kind: 'failed', batch, error });
		return;
	}
	const sender = new BatchSender({ run, client, stop, claims });
	const { contactKey, isSequential } = run.operation;
	const maxClaiming = claims ? MAX_CLAIMING : MAX_IN_FLIGHT_PER_RUN;
	const maxBegun = isSequential ? 1 : maxClaiming;
	/** Contacts of the batches in flight. */
	const inFlight = new Map<Promise<void>, Set<string>>();
	let startBefore = Promise.resolve();
	// Requests start in order, but claims are slow and begin ahead.
	for (const batch of batches) {
		const contacts = batch.units.flatMap(({ values }) => contactKey?.(values) ?? []);
		// The last change of a contact wins.
		const ofSameContacts = [...inFlight].filter(([, others]) =>
			contacts.some((contact) => others.has(contact)),
		);
		await Promise.all(ofSameContacts.map(([ended]) => ended));
		if (inFlight.size >= maxBegun) await Promise.race(inFlight.keys());
		if (stop.signal.aborted) break;

		let onStart = () => {};
		const hasStarted = new Promise<void>((resolve) => {
			onStart = resolve;
		});
		const ended = sender.send(batch, { after: startBefore, onStart }).finally(onStart);
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
			// Requests in flight handle the cancellation first.
			resolve(systemClock.sleep(0));
		};
	});
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel);
	// The signal can outlive the run, and a listener would keep the run's data.
	return { cancelled, release: () => signal?.removeEventListener('abort', cancel) };
}
