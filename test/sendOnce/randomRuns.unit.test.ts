import { dedupStore } from '../../nodes/Mailroom/sendOnce/DedupStore';
import { Ledger } from '../../nodes/Mailroom/sendOnce/Ledger';
import { randomFrom } from '../support/randomFrom';
import { virtualClock } from '../support/virtualClock';
import { DeduplicationRow } from '../support/DeduplicationRow';
import { stateOf } from './stateOf';

/** Runs of two processes with the same recipients, whose calls of the store overlap as chance will have it. */
async function storyOf(seed: number, maxCallMs: number) {
	const clock = virtualClock({ seed });
	const row = new DeduplicationRow();
	const random = randomFrom(seed);
	const below = (count: number) => Math.floor(random() * count);
	const recipients = Array.from({ length: 5 + below(40) }, (_, index) => `recipient ${index}`);
	const delivered = new Map<string, number>();
	const told = new Set<unknown>();

	const startProcess = () => {
		const beforeWrite = async () => await clock.sleep(below(maxCallMs));
		const store = dedupStore(row.helpers({ beforeWrite }));
		const ledger = new Ledger(clock, store);
		ledger.use(store, 10_000);
		return ledger;
	};

	/** Requests of some recipients, each of whom a run has once. */
	const drawRequests = () => {
		const left = new Set(recipients);
		return Array.from({ length: 1 + below(25) }, () => {
			const names = Array.from(
				{ length: 1 + below(4) },
				() => recipients[below(recipients.length)],
			);
			return names.filter((name) => left.delete(name));
		}).filter((names) => names.length > 0);
	};

	const runOn = async (ledger: Ledger) => {
		const claimant = { isWanted: () => true, leftInDoubt: new Set<string>() };
		const send = async (
			names: string[],
			turn: { after: Promise<void>; onStart(): void },
		): Promise<void> => {
			const emails = names.map((name) => ({ name }));
			const request = ledger.claim(emails, claimant);
			const claims = () => names.flatMap((name) => request.claimOf(name) ?? []);
			await turn.after;
			do await request.whenReady();
			while (!ledger.start(claims()));
			turn.onStart();
			for (const kind of request.answers.values()) told.add(kind);
			await clock.sleep(below(800));
			const isRejected = below(10) === 0;
			for (const { name } of claims()) {
				if (!isRejected) delivered.set(name, (delivered.get(name) ?? 0) + 1);
				ledger.end(request, name, isRejected ? 'released' : 'sent');
			}
		};
		await clock.sleep(below(3_000));
		let before = Promise.resolve();
		const sent = drawRequests().map(async (names) => {
			const after = before;
			let onStart = () => {};
			before = new Promise((resolve) => (onStart = resolve));
			await send(names, { after, onStart });
		});
		await Promise.all(sent);
		await ledger.finish(claimant);
	};

	const ledgers = [startProcess(), startProcess()];
	const runs = ledgers.flatMap((ledger) => Array.from({ length: 1 + below(6) }, () => ledger));
	await clock.until(Promise.all(runs.map(runOn)));
	// Until nothing is checked or watched any more.
	await clock.advance(60_000);
	return { recipients, delivered, told, stateOf: (name: string) => stateOf(row, name) };
}

test.each([
	['as fast as assumed', 95, 60],
	['slower', 400, 40],
])(
	'overlapping runs of two processes whose calls are %s: one email each, none blocked',
	async (...[, maxCallMs, count]) => {
		for (let seed = 1; seed <= count; seed++) {
			const { recipients, delivered, told, ...row } = await storyOf(seed, maxCallMs);
			const states = Object.fromEntries(recipients.map((name) => [name, row.stateOf(name)]));
			const expected = recipients.map((name) => [name, delivered.has(name) ? 'sent' : 'free']);
			expect({ seed, ...states }).toEqual({ seed, ...Object.fromEntries(expected) });
			expect([...delivered].filter(([, times]) => times !== 1)).toEqual([]);
			expect(told).not.toContain('inDoubt');
		}
	},
);
