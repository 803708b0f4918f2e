import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { failedBy } from '../Mailroom/run/failedBy';
import { nodeError } from '../Mailroom/run/report/itemError';
import { isFailed, type Failed } from '../Mailroom/transport/Outcome';
import { readEventFilter, type EventFilter } from './eventFilter';
import { finishFirstScan } from './finishFirstScan';
import { pollBudget } from './pollBudget';
import type { PollResult } from './pollContacts';
import { pollOutput } from './pollOutput';
import { sampleEvents } from './sampleEvents';
import { beginPublication, pollAfterOthers } from './triggerQueue';

/** Returns samples for "Fetch Test Event". Throws NodeApiError or NodeOperationError. */
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
	const { ms, isPublishing, onSuccess } = pollBudget(context);
	const superseded = isPublishing ? beginPublication(context) : undefined;
	const deadline = AbortSignal.timeout(ms);
	const result = await pollAfterOthers(context, filter, { deadline, isPublishing });
	if (isFailed(result)) return result;
	onSuccess();
	if (superseded && result.isUnfinished) finishFirstScan(context, filter, superseded);
	return result;
}
