import { mostInASecond } from '../sandbox/traffic/mostInASecond';
import type { JournalEntry } from '../sandbox/traffic/createJournalEntry';

/** Rate of the requests that a service received, by its own clock. */
interface Pace {
	requests: number;
	/** Requests rejected with 429. */
	throttled: number;
	/** All other requests, which count toward the rate limit. */
	accepted: number;
	/** From the first accepted to the last. */
	seconds: number;
	perSecond: number;
	mostInASecond: number;
}

export function paceOf(journal: JournalEntry[]): Pace {
	const accepted = journal.filter(({ status }) => status !== 429).map(({ at }) => at);
	const seconds = (accepted[accepted.length - 1] - accepted[0]) / 1000;
	return {
		requests: journal.length,
		throttled: journal.length - accepted.length,
		accepted: accepted.length,
		seconds,
		perSecond: (accepted.length - 1) / seconds,
		mostInASecond: mostInASecond(accepted),
	};
}
