import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';

const WINDOW_MS = 1000;

/** What the service saw, by its own clock. */
interface Traffic {
	requests: number;
	/** Answered 429. */
	throttled: number;
	/** All others: those that count towards the limit. */
	accepted: number;
	/** From the first request to the last that was accepted. */
	seconds: number;
	/** Accepted in any second, wherever it starts. */
	mostPerSecond: number;
}

export function traffic(journal: JournalEntry[]): Traffic {
	const accepted = journal.filter(({ status }) => status !== 429).map(({ at }) => at);
	return {
		requests: journal.length,
		throttled: journal.length - accepted.length,
		accepted: accepted.length,
		seconds: ((accepted.at(-1) ?? 0) - (accepted[0] ?? 0)) / 1000,
		mostPerSecond: Math.max(
			0,
			...accepted.map(
				(start) => accepted.filter((at) => at >= start && at - start < WINDOW_MS).length,
			),
		),
	};
}

export function trafficLine({ requests, throttled, accepted, seconds, mostPerSecond }: Traffic) {
	const share = (100 * throttled) / requests;
	return (
		`${accepted} requests accepted in ${seconds.toFixed(1)} s: ${(accepted / seconds).toFixed(1)} per second, ` +
		`${mostPerSecond} in the busiest; ${throttled} of ${requests} answered 429 (${share.toFixed(0)} %)`
	);
}
