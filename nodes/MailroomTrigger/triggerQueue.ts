import type { IPollFunctions } from 'n8n-workflow';
import type { Failed } from '../Mailroom/transport/Outcome';
import { systemClock } from '../Mailroom/transport/clock';
import type { EventFilter } from './eventFilter';
import { pollContacts, type PollResult, type PollTime } from './pollContacts';
import { TurnWatch } from './TurnWatch';

/** Knowledge of a trigger that the process keeps. */
interface TriggerMemory {
	lastPoll: Promise<void>;
	readonly turnWatch: TurnWatch;
	/** Aborted when n8n publishes the workflow again. */
	publication: AbortController;
}

/** Grows by a few hundred bytes per trigger, as n8n doesn't tell when it switches a polling trigger off. */
const triggers = new Map<string, TriggerMemory>();

/** Parallel polls of a trigger would find the same changes. */
export async function pollAfterOthers(
	context: IPollFunctions,
	filter: EventFilter,
	time: PollTime,
): Promise<PollResult | Failed> {
	const queuedAt = systemClock.now();
	const memory = memoryOf(context);
	const { turnWatch } = memory;
	const own = memory.lastPoll.then(
		async () => await pollContacts(context, filter, { ...time, queuedAt, turnWatch }),
	);
	const ignore = () => {};
	memory.lastPoll = own.then(ignore, ignore);
	return await own;
}

/** @returns a signal, aborted by the next publication */
export function beginPublication(context: IPollFunctions): AbortSignal {
	const memory = memoryOf(context);
	memory.publication.abort();
	memory.publication = new AbortController();
	return memory.publication.signal;
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
