import { mostInASecond } from '../traffic/mostInASecond';
import { outcome, type Outcome } from './outcome';
import type { JournalEntry } from '../traffic/createJournalEntry';

/** Of requests. */
type Counts = Record<Outcome, number>;

/** Start on the clock of the journal, in ms. */
export type Second = Counts & { start: number };

const SECONDS = 60;
const SECOND_MS = 1000;

/**
 * The pace of the requests in the minute that ends with the last of them, second by second; a limit by the `fixed` window counts
 * by the same seconds.
 * @param journal with at least one entry, in order of arrival
 * @returns busiest: accepted in any span of a second
 */
export function measurePace(journal: JournalEntry[]): {
	seconds: Second[];
	totals: Counts;
	busiest: number;
} {
	const secondOf = ({ at }: JournalEntry) => Math.floor(at / SECOND_MS);
	const first = secondOf(journal[journal.length - 1]) - SECONDS + 1;
	const seconds = Array.from({ length: SECONDS }, (_, index) => ({
		start: (first + index) * SECOND_MS,
		...noCounts(),
	}));
	const recent = journal.filter((entry) => secondOf(entry) >= first);
	const totals = noCounts();
	for (const entry of recent) {
		seconds[secondOf(entry) - first][outcome(entry)] += 1;
		totals[outcome(entry)] += 1;
	}
	const accepted = recent.filter((entry) => outcome(entry) === 'accepted').map(({ at }) => at);
	return { seconds, totals, busiest: mostInASecond(accepted) };
}

const noCounts = (): Counts => ({ accepted: 0, failed: 0, limited: 0 });
