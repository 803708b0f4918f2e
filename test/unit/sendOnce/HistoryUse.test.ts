import { HistoryUse } from '../../../nodes/Mailroom/sendOnce/HistoryUse';
import { virtualClock } from '../../../tools/virtualClock';

const HOUR_MS = 3_600_000;
const HISTORY_SIZE = 1_000;
const ROOM_FOR_OPEN = 1_000;

/** A process that counts the history once in each of the hours. */
async function counting(sizes: number[]) {
	const clock = virtualClock();
	const use = new HistoryUse(clock);
	for (const [hour, size] of sizes.entries()) {
		if (hour > 0) await clock.advance(HOUR_MS);
		use.count(size);
	}
	return { clock, use };
}

test('keeps of a full history what was added since the hour before the last began, and as many as it is to remember', async () => {
	const { use } = await counting([10_000, 20_000, 40_000, 50_000]);
	expect(use.keptInUse(HISTORY_SIZE)).toBe(HISTORY_SIZE + ROOM_FOR_OPEN + 30_000);
});

test.each([
	['it was not counted before', [40_000, 50_000]],
	['nearly all of it is new', [500, 20_000, 50_000]],
	['another process has forgotten some', [40_000, 10_000, 50_000]],
])('keeps all of a full history when %s', async (_, sizes) => {
	const { use } = await counting(sizes);
	expect(use.keptInUse(HISTORY_SIZE)).toBeUndefined();
});

test('keeps all while an execution uses the node that has done so for two hours, and no longer', async () => {
	const { clock, use } = await counting([49_000]);
	for (const id of ['long', 'short', 'long']) {
		use.usedBy(id);
		await clock.advance(HOUR_MS);
	}
	use.count(50_000);
	expect(use.keptInUse(HISTORY_SIZE)).toBeUndefined();
	expect(use.valuesToRecord()).toContain('used for long in 3');
	await clock.advance(HOUR_MS);
	use.usedBy('other');
	use.count(50_000);
	expect(use.keptInUse(HISTORY_SIZE)).toBe(HISTORY_SIZE + ROOM_FOR_OPEN + 1_000);
});

test('forgets after an hour without use, once, and not a minute after it has learned of it', async () => {
	const { clock, use } = await counting([]);
	const look = (there: string[]) => {
		use.valuesToRecord();
		use.look(new Set(there));
	};
	look([]);
	expect(use.keptAfterPause(HISTORY_SIZE)).toBe(HISTORY_SIZE + ROOM_FOR_OPEN);
	use.forgotten();
	look([]);
	expect(use.keptAfterPause(HISTORY_SIZE)).toBeUndefined();
	await clock.advance(2 * HOUR_MS);
	look([]);
	await clock.advance(60_000);
	expect(use.keptAfterPause(HISTORY_SIZE)).toBeUndefined();
	await clock.advance(2 * HOUR_MS);
	look(['used in 4']);
	expect(use.keptAfterPause(HISTORY_SIZE)).toBeUndefined();
});
