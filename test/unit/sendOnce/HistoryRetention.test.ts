import { HistoryRetention } from '../../../nodes/Mailroom/sendOnce/HistoryRetention';
import { dedupStore } from '../../../nodes/Mailroom/sendOnce/DedupStore';
import { virtualClock } from '../../../tools/virtualClock';
import { DeduplicationRow } from './DeduplicationRow';

const HOUR_MS = 3_600_000;
const HISTORY_SIZE = 1_000;
/** Two for each recipient, and some beside. */
const KEPT = 2 * HISTORY_SIZE + 5_000;

const row = () => new DeduplicationRow();

/** A process that uses the node, on a history and a clock that others may share. */
function startProcess(shared = { row: row(), clock: virtualClock() }) {
	const store = dedupStore(shared.row.helpers());
	const retention = new HistoryRetention(shared.clock);
	/** One write, of so many new values. */
	const write = async (count = 0, execution = `${shared.clock.now()}`) => {
		const use = retention.ofWrite();
		const added = Array.from({ length: count }, (_, index) => `${execution} ${index}`);
		use.look(await store.record([...use.values, ...added]));
		await retention.trim(store, HISTORY_SIZE);
	};
	return { ...shared, write };
}

/** Uses the node in each of the next hours. */
const useFor = async (
	hours: number,
	{ clock }: Pick<ReturnType<typeof startProcess>, 'clock'>,
	...writes: Array<() => Promise<void>>
) => {
	for (let hour = 0; hour < hours; hour++) {
		await clock.advance(HOUR_MS);
		for (const write of writes) await write();
	}
};

/** What may be beside the recipients: values of the last hours. */
const SPARE = 10;

test('forgets at the first use after an hour without, by any process', async () => {
	const one = startProcess();
	await one.write();
	await one.write(10_000);
	const other = startProcess(one);
	await one.clock.advance(1.9 * HOUR_MS);
	await other.write();
	expect(one.row.size).toBeGreaterThan(10_000);
	await one.clock.advance(2.1 * HOUR_MS);
	await one.write();
	expect(one.row.size).toBeLessThanOrEqual(KEPT + SPARE);
	expect(one.row.has('0 9999')).toBe(true);
});

test('forgets nothing as long as the node is in use', async () => {
	const one = startProcess();
	await one.write();
	await one.write(50_000);
	await useFor(30, one, async () => await one.write(10));
	expect(one.row.has('0 0')).toBe(true);
});

test('leaves no trace of the hours in which the node was used, but of the last', async () => {
	const one = startProcess();
	await useFor(100, one, one.write);
	expect(one.row.size).toBeLessThan(SPARE);
});

test('keeps for each recipient of the history the two values that one in doubt takes', async () => {
	const one = startProcess();
	await one.write(10_000, 'old');
	await one.write(2 * HISTORY_SIZE, 'in doubt');
	await one.clock.advance(3 * HOUR_MS);
	await one.write();
	expect(['old 0', 'in doubt 0'].map((value) => one.row.has(value))).toEqual([false, true]);
});

test('remembers the last recipients of a node that is seldom used', async () => {
	const one = startProcess();
	for (let index = 0; index < 1_900; index++) {
		await one.write(1, `run ${index}`);
		await one.clock.advance(2.2 * HOUR_MS);
	}
	expect(one.row.has(`run ${1_900 - HISTORY_SIZE} 0`)).toBe(true);
});
