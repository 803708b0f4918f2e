import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { failedBy } from '../Mailroom/run/failedBy';
import { nodeError } from '../Mailroom/run/report/itemError';
import { systemClock } from '../Mailroom/transport/clock';
import { isFailed, type Failed } from '../Mailroom/transport/Outcome';
import { readEventFilter, type EventFilter } from './eventFilter';
import { pollBudget } from './pollBudget';
import { pollContacts, type PollResult, type PollTime } from './pollContacts';
import { sampleEvents } from './sampleEvents';
import { TurnWatch } from './TurnWatch';

/** As long as n8n lets other polls take. */
const FIRST_SCAN_BUDGET_MS = 300_000;

const NOTHING: PollResult = { events: [], mustBeStored: false, isUnfinished: false };

/** Knowledge of a trigger that the process keeps. */
interface TriggerMemory {
	lastPoll: Promise<void>;
	turnWatch: TurnWatch;
	/** Aborted when n8n publishes the workflow again. */
	publication: AbortController;
}

const triggers = new Map<string, TriggerMemory>();

/** Returns samples for "Fetch Test Event". Throws NodeApiError or NodeOperationError. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const result = await pollOrSample(this).catch(failedBy);
	if (isFailed(result)) throw nodeError(result, this.getNode());
	const { events, mustBeStored } = result;
	if (events.length > 0) return [events.map((json) => ({ json }))];
	return mustBeStored ? emptyExecution(this) : null;
}

/** n8n stores the state with it. Without items, no other node runs, but "Always Output Data" would make one. */
function emptyExecution(context: IPollFunctions): INodeExecutionData[][] | null {
	return context.getNode().alwaysOutputData === true ? null : [[]];
}

async function pollOrSample(context: IPollFunctions): Promise<PollResult | Failed> {
	const filter = readEventFilter(context);
	if (context.getMode() !== 'manual') return await pollInTime(context, filter);
	const events = await sampleEvents(context, filter);
	return isFailed(events) ? events : { ...NOTHING, events };
}

async function pollInTime(
	context: IPollFunctions,
	filter: EventFilter,
): Promise<PollResult | Failed> {
	const budget = pollBudget(context);
	const memory = memoryOf(context);
	if (budget.isPublishing) {
		memory.publication.abort();
		memory.publication = new AbortController();
	}
	const { signal: superseded } = memory.publication;
	const deadline = AbortSignal.timeout(budget.ms);
	const { isPublishing } = budget;
	const result = await afterOthers(context, filter, { deadline, isPublishing });
	if (isFailed(result)) return result;
	budget.onSuccess();
	if (isPublishing && result.isUnfinished) {
		finishFirstScan(context, filter, superseded).catch(() => warnOfFirstScan(context));
	}
	return result;
}

/** Publishing can't wait for the rest of a long first scan, and the next poll may be a day away. */
async function finishFirstScan(
	context: IPollFunctions,
	filter: EventFilter,
	superseded: AbortSignal,
): Promise<void> {
	const deadline = AbortSignal.any([superseded, AbortSignal.timeout(FIRST_SCAN_BUDGET_MS)]);
	const time = { deadline, isPublishing: false };
	const result = await afterOthers(context, filter, time).catch(failedBy);
	// After a failure, the next poll goes on, and tells the user.
	if (isFailed(result) || !result.mustBeStored || superseded.aborted) return;
	const output = emptyExecution(context);
	if (output) context.__emit(output);
}

function warnOfFirstScan(context: IPollFunctions): void {
	context.logger.warn(
		`"${context.getNode().name}" couldn't let n8n store its first scan. It may begin again after a restart`,
	);
}

/** Parallel polls would find the same changes. */
async function afterOthers(
	context: IPollFunctions,
	filter: EventFilter,
	time: PollTime,
): Promise<PollResult | Failed> {
	const queuedAt = systemClock.now();
	const memory = memoryOf(context);
	const { turnWatch } = memory;
	const own = memory.lastPoll.then(async () =>
		time.deadline.aborted
			? NOTHING
			: await pollContacts(context, filter, { ...time, queuedAt, turnWatch }),
	);
	const ignore = () => {};
	memory.lastPoll = own.then(ignore, ignore);
	return await own;
}

function memoryOf(context: IPollFunctions): TriggerMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const known = triggers.get(key);
	if (known) return known;
	const memory = {
		lastPoll: Promise.resolve(),
		turnWatch: new TurnWatch(systemClock),
		publication: new AbortController(),
	};
	triggers.set(key, memory);
	return memory;
}
