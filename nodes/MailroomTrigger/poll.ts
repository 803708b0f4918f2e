import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { commitState } from '../Mailroom/n8nInternals';
import { failedBy } from '../Mailroom/run/failedBy';
import { nodeError } from '../Mailroom/run/report/itemError';
import { isFailed, type Failed } from '../Mailroom/transport/Outcome';
import { readEventFilter, type EventFilter } from './eventFilter';
import { beginPublication, finishFirstScan } from './finishFirstScan';
import { pollBudget } from './pollBudget';
import type { PollResult } from './pollContacts';
import { pollOutput } from './pollOutput';
import { sampleEvents } from './sampleEvents';
import { pollAfterOthers } from './triggerQueue';

/**
 * n8n's way into the trigger. A poll goes through:
 *
 * 1. `eventFilter`: reads the parameters. "Fetch Test Event" then gets `sampleEvents`, and nothing is stored.
 * 2. `pollBudget`: says how long the poll may take, and what n8n does with its state.
 * 3. `triggerQueue`: waits for earlier polls of this trigger.
 * 4. `pollContacts`: reads the stored snapshot, scans the contacts, and stores it again.
 * 5. `scan/`: reads pages into the snapshot, which finds the changes.
 * 6. `contactEvent`: makes an event of a change.
 * 7. `pollOutput`: hands events to n8n, or an execution without items, with which n8n stores the snapshot.
 * 8. `finishFirstScan`: repeats 3 to 7 in the background, if the first scan takes longer than publishing may.
 *
 * @throws NodeApiError or NodeOperationError
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const result = await pollOrSample(this).catch(failedBy);
	if (isFailed(result)) throw nodeError(result, this.getNode());
	return pollOutput(this, result);
}

async function pollOrSample(context: IPollFunctions): Promise<PollResult | Failed> {
	const filter = readEventFilter(context);
	if (context.getMode() !== 'manual') return await pollInTime(context, filter);
	const events = await sampleEvents(context, filter);
	return isFailed(events) ? events : { events, mustBeStored: false, isUnfinished: false };
}

async function pollInTime(
	context: IPollFunctions,
	filter: EventFilter,
): Promise<PollResult | Failed> {
	const { ms, kind, onSuccess } = pollBudget(context);
	const superseded = kind === 'publishing' ? beginPublication(context) : undefined;
	const deadline = AbortSignal.timeout(ms);
	const result = await pollAfterOthers(context, filter, { deadline, kind });
	if (isFailed(result)) return result;
	// With events, n8n saves the state together with their execution.
	if (superseded && result.events.length === 0) await commitState(context);
	onSuccess();
	if (superseded && result.isUnfinished) finishFirstScan(context, filter, superseded);
	return result;
}
