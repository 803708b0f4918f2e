import type { IPollFunctions } from 'n8n-workflow';
import { commitState } from '../Mailroom/n8nInternals';
import { failedBy } from '../Mailroom/run/failedBy';
import { isFailed } from '../Mailroom/transport/Outcome';
import type { EventFilter } from './eventFilter';
import { pollOutput } from './pollOutput';
import { memoryOf } from './triggerMemory';
import { pollAfterOthers } from './triggerQueue';

/** n8n gives other polls as long. */
const FIRST_SCAN_BUDGET_MS = 300_000;

/** @returns a signal for `finishFirstScan`, aborted when n8n publishes the workflow again */
export function beginPublication(context: IPollFunctions): AbortSignal {
	const memory = memoryOf(context);
	memory.publication.abort();
	memory.publication = new AbortController();
	return memory.publication.signal;
}

/** Scans on in the background: publishing can't wait for the rest of a long first scan, and the next poll may be a day away. */
export function finishFirstScan(
	context: IPollFunctions,
	filter: EventFilter,
	superseded: AbortSignal,
): void {
	scanOn(context, filter, superseded).catch(() =>
		context.logger.warn(
			`"${context.getNode().name}" couldn't let n8n store its first scan. It may begin again after a restart`,
		),
	);
}

async function scanOn(
	context: IPollFunctions,
	filter: EventFilter,
	superseded: AbortSignal,
): Promise<void> {
	const deadline = AbortSignal.any([superseded, AbortSignal.timeout(FIRST_SCAN_BUDGET_MS)]);
	const time = { deadline, kind: 'resident' } as const;
	const result = await pollAfterOthers(context, filter, time).catch(failedBy);
	// After a failure, the next poll goes on, and tells the user.
	if (isFailed(result) || superseded.aborted) return;
	const output = pollOutput(context, result);
	if (output) context.__emit(output);
	else await commitState(context);
}
