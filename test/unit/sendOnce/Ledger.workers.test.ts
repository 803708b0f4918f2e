import { historyStore } from '../../../nodes/Mailroom/sendOnce/HistoryStore';
import { Ledger } from '../../../nodes/Mailroom/sendOnce/Ledger';
import { SendOnceHistory } from '../../../nodes/Mailroom/sendOnce/SendOnceHistory';
import { randomFrom } from '../../../tools/randomFrom';
import { virtualClock } from '../../../tools/virtualClock';
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
			await run.lostToOthers();
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

/** Two n8n processes that claim the same at the same moment: how many recipients each takes for its own. */
async function sameClaim(seed: number, { looksAgain }: { looksAgain: boolean }) {
	const random = randomFrom(seed);
	const clock = virtualClock({ seed });
	const row = new DeduplicationRow();
	const beforeWrite = async () => await clock.sleep(random() * MAX_WRITING_MS);
	const entries = Array.from({ length: 40 }, (_, index) => `recipient ${index}`);
	const worker = async () => {
		const store = historyStore(row.helpers({ beforeWrite }), 1_000);
		const run = new Ledger(new SendOnceHistory(clock), store);
		const own: string[] = [];
		for (let at = 0; at < entries.length; at += 10) {
			const results = await run.claim(entries.slice(at, at + 10));
			const lost = looksAgain ? await run.lostToOthers() : new Set<string>();
			const claimed = [...results].filter(([, result]) => result === 'claimed');
			own.push(...claimed.map(([entry]) => entry).filter((entry) => !lost.has(entry)));
			await clock.sleep(claimed.length * 100 * random());
		}
		for (const entry of own) run.confirm(entry);
		await run.finish();
		return own;
	};
	await historyStore(row.helpers(), 1_000).record(['a row']);
	const [one, other] = await clock.until(Promise.all([worker(), worker()]));
	const states = entries.map((entry) => stateOf(row, entry));
	return {
		inDoubt: states.filter((state) => state !== 'sent').length,
		both: one.filter((entry) => other.includes(entry)).length,
		nobody: entries.filter((entry) => !one.includes(entry) && !other.includes(entry)).length,
	};
}

test('gives what two workers claim at the same moment to one of them', async () => {
	let inDoubt = 0;
	for (const seed of seeds) {
		const result = await sameClaim(seed, { looksAgain: true });
		expect(result).toMatchObject({ both: 0, nobody: 0 });
		inDoubt += result.inDoubt;
	}
	// Of 60 times 40.
	expect(inDoubt).toBeLessThan(120);
});

test('would give it to both, did they not look again', async () => {
	const results = await Promise.all(
		seeds.map(async (seed) => await sameClaim(seed, { looksAgain: false })),
	);
	expect(results.some(({ both }) => both > 0)).toBe(true);
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
