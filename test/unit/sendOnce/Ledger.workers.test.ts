import { historyStore } from '../../../nodes/Mailroom/sendOnce/HistoryStore';
import { Ledger } from '../../../nodes/Mailroom/sendOnce/Ledger';
import { SendOnceHistory } from '../../../nodes/Mailroom/sendOnce/SendOnceHistory';
import { randomFrom, virtualClock } from '../../../tools/virtualClock';
import { DeduplicationRow } from './DeduplicationRow';
import { stateOf } from './stateOf';

/** How long n8n takes at the most from reading the row to having written it. */
const MAX_WRITING_MS = 40;
const SECONDS = 8;

const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

/** Two n8n processes that send at the same time, each to recipients of its own, on one row without a lock. */
async function twoWorkers(seed: number, lastStep: (run: Ledger) => Promise<void>) {
	const random = randomFrom(seed);
	const clock = virtualClock({ seed });
	const row = new DeduplicationRow();
	const beforeWrite = async () => await clock.sleep(random() * MAX_WRITING_MS);
	const sent: string[] = [];
	const worker = async (name: string) => {
		const store = historyStore(row.helpers({ beforeWrite }), 1_000);
		const run = new Ledger(new SendOnceHistory(clock), store);
		await clock.sleep(random() * 100);
		for (let second = 0; second < SECONDS; second++) {
			const entries = Array.from({ length: 10 }, (_, index) => `${name} ${second}.${index}`);
			await run.claim(entries);
			for (const entry of entries) {
				await clock.sleep(60 + random() * 80);
				run.confirm(entry);
				sent.push(entry);
			}
		}
		await lastStep(run);
	};
	// Calls that meet at the beginning make each other fail, which is for another test.
	await historyStore(row.helpers(), 1_000).record(['a row']);
	await clock.until(Promise.all([worker('one'), worker('other')]));
	return { row, sent };
}

test('loses no confirmation to another worker that writes at the same time', async () => {
	let lost = 0;
	let inDoubt = 0;
	for (const seed of seeds) {
		const { row, sent } = await twoWorkers(seed, async (run) => await run.finish());
		const states = sent.map((entry) => stateOf(row, entry));
		lost += states.filter((state) => state === 'free' || state === 'open alone').length;
		inDoubt += states.filter((state) => state === 'claimed').length;
	}
	expect(lost).toBe(0);
	// Of 60 times 160.
	expect(inDoubt).toBeLessThan(96);
});

test('meets workers that do undo each other, were nothing recorded again', async () => {
	const row = new DeduplicationRow();
	const clock = virtualClock();
	const slow = async () => await clock.sleep(30);
	const quick = historyStore(row.helpers(), 1_000);
	await quick.record(['a row']);
	const other = historyStore(row.helpers({ beforeWrite: slow }), 1_000).record(['theirs']);
	await quick.record(['ours']);
	await clock.until(other);
	expect([row.has('ours'), row.has('theirs')]).toEqual([false, true]);
});
