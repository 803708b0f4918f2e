import type { IPollFunctions } from 'n8n-workflow';
import type { Failed } from '../Mailroom/transport/Outcome';
import { abortable } from '../Mailroom/transport/abortable';
import { systemClock } from '../Mailroom/clock';
import type { EventFilter } from './eventFilter';
import { pollContacts, type PollResult, type PollTime } from './pollContacts';
import { memoryOf } from './triggerMemory';

const NOTHING: PollResult = { events: [], mustBeStored: false, isUnfinished: false };

/** Parallel polls of a trigger would find the same changes. */
export async function pollAfterOthers(
	context: IPollFunctions,
	filter: EventFilter,
	time: PollTime,
): Promise<PollResult | Failed> {
	const queuedAt = systemClock.now();
	const memory = memoryOf(context);
	const { turnWatch, lastPoll } = memory;
	// n8n has read its state before, so after the wait it would find the changes of the other poll again.
	if (time.kind === 'scheduled' && memory.polls > 0) return NOTHING;
	// With its deadline over, it still says whether its first scan is done.
	const own = abortable(lastPoll, time.deadline).then(
		async () => await pollContacts(context, filter, { ...time, queuedAt, turnWatch }),
	);
	memory.polls++;
	memory.lastPoll = Promise.allSettled([lastPoll, own]).then(() => void memory.polls--);
	return await own;
}
