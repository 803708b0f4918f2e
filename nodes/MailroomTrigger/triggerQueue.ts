import type { IPollFunctions } from 'n8n-workflow';
import type { Failed } from '../Mailroom/transport/Outcome';
import { systemClock } from '../Mailroom/transport/clock';
import type { EventFilter } from './eventFilter';
import { pollContacts, type PollResult, type PollTime } from './pollContacts';
import { memoryOf } from './triggerMemory';

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
