import { measurePace } from '../../sandbox/pages/measurePace';
import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';

const request = (at: number, status: number | null) => ({ at, status }) as JournalEntry;

test('counts the outcomes of each second of the last minute', () => {
	const { seconds, totals } = measurePace([
		request(40_999, 200),
		request(41_000, 200),
		request(99_999, 429),
		request(100_000, 200),
		request(100_001, 404),
		request(100_999, null),
	]);
	expect(seconds).toHaveLength(60);
	expect(
		seconds.filter(({ accepted, failed, limited }) => accepted + failed + limited > 0),
	).toEqual([
		{ start: 41_000, accepted: 1, failed: 0, limited: 0 },
		{ start: 99_000, accepted: 0, failed: 0, limited: 1 },
		{ start: 100_000, accepted: 1, failed: 2, limited: 0 },
	]);
	expect(totals).toEqual({ accepted: 2, failed: 2, limited: 1 });
});

test('finds the busiest second wherever it begins, and counts only what was accepted', () => {
	const journal = [0, 1900, 1901, 1902, 2100, 2200, 2899, 2900].map((at) => request(at, 200));
	expect(measurePace(journal).busiest).toBe(6);
	expect(measurePace(journal.map(({ at }) => request(at, 429))).busiest).toBe(0);
});
