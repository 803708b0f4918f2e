import fc from 'fast-check';
import { historyStore } from '../../../nodes/Mailroom/sendOnce/HistoryStore';
import { Ledger, type ClaimResult } from '../../../nodes/Mailroom/sendOnce/Ledger';
import { SendOnceHistory } from '../../../nodes/Mailroom/sendOnce/SendOnceHistory';
import { virtualClock } from '../../../tools/virtualClock';
import { DeduplicationRow } from './DeduplicationRow';
import { stateOf } from './stateOf';

type Run = 'one' | 'other';
type Outcome = 'confirm' | 'release' | 'leaveInDoubt';

/** What the promise says of the entries, in the words of whoever sends. */
class Promised {
	/** What a process that knows nothing must find; an entry that is not here is free. */
	readonly stored = new Map<string, 'claimed' | 'sent'>();

	/** Who has an entry under way, and whether it was in doubt before. */
	readonly open = new Map<string, { by: Run; wasInDoubt: boolean }>();

	/** Who left an entry in doubt and goes on. */
	private readonly leftBy = new Map<string, Run>();

	/** Outcomes that were told and need not be stored yet. */
	private readonly told = new Map<string, 'sent' | 'free'>();

	claim(by: Run, entry: string, evenInDoubt: boolean): ClaimResult {
		if (this.open.has(entry)) return 'elsewhere';
		const stored = this.stored.get(entry);
		if (stored === 'sent') return 'sent';
		const isOwnDoubt = this.leftBy.get(entry) === by;
		if (stored === 'claimed' && (!evenInDoubt || isOwnDoubt)) return 'inDoubt';
		this.leftBy.delete(entry);
		this.open.set(entry, { by, wasInDoubt: stored === 'claimed' });
		this.stored.set(entry, 'claimed');
		return 'claimed';
	}

	tell(by: Run, entry: string, outcome: Outcome): void {
		const open = this.open.get(entry);
		if (open?.by !== by) return;
		this.open.delete(entry);
		if (outcome === 'confirm') this.told.set(entry, 'sent');
		if (outcome === 'release' && !open.wasInDoubt) this.told.set(entry, 'free');
		if (!this.told.has(entry)) this.leftBy.set(entry, by);
	}

	isInDoubt(entry: string): boolean {
		return this.stored.get(entry) === 'claimed' && !this.open.has(entry);
	}

	write(): void {
		for (const [entry, outcome] of this.told) {
			if (outcome === 'sent') this.stored.set(entry, 'sent');
			else this.stored.delete(entry);
		}
		this.told.clear();
	}

	end(by: Run): void {
		this.write();
		for (const [entry, open] of this.open) if (open.by === by) this.open.delete(entry);
		for (const [entry, run] of this.leftBy) if (run === by) this.leftBy.delete(entry);
	}

	crash(): void {
		this.told.clear();
		this.open.clear();
		this.leftBy.clear();
	}
}

/** A process of n8n with two runs of the node that overlap; when one has ended, the next begins. */
class Process {
	readonly row = new DeduplicationRow();

	readonly clock = virtualClock();

	private life = this.begin();

	get runs(): Record<Run, Ledger> {
		return this.life.runs;
	}

	async end(run: Run): Promise<void> {
		await this.clock.until(this.runs[run].finish());
		this.runs[run] = this.life.ledger();
	}

	crash(): void {
		this.life.isOver = true;
		this.life = this.begin();
	}

	private begin() {
		const history = new SendOnceHistory(this.clock);
		// What is left of a process that died must not reach the store.
		const beforeWrite = async () =>
			await (life.isOver ? new Promise<void>(() => {}) : Promise.resolve());
		const ledger = () => new Ledger(history, historyStore(this.row.helpers({ beforeWrite }), 100));
		const life = { isOver: false, ledger, runs: { one: ledger(), other: ledger() } };
		return life;
	}
}

interface Step {
	toString(): string;
	take(promised: Promised, process: Process): Promise<void>;
}

const ENTRIES = ['a', 'b', 'c'];
const run = fc.constantFrom<Run>('one', 'other');
const entry = fc.constantFrom(...ENTRIES);
const entries = fc.uniqueArray(entry, { minLength: 1 });

const claim: fc.Arbitrary<Step> = fc
	.record({ by: run, some: entries, evenInDoubt: fc.boolean() })
	.map(({ by, some, evenInDoubt }) => ({
		toString: () => `${by} claims ${some.join()}${evenInDoubt ? ' even in doubt' : ''}`,
		take: async (promised, process) => {
			promised.write();
			const expected = some.map((each) => [each, promised.claim(by, each, evenInDoubt)] as const);
			expect(await process.runs[by].claim(some, { evenInDoubt })).toEqual(new Map(expected));
		},
	}));

const tell: fc.Arbitrary<Step> = fc
	.record({
		by: run,
		of: entry,
		outcome: fc.constantFrom<Outcome>('confirm', 'release', 'leaveInDoubt'),
	})
	.map(({ by, of, outcome }) => ({
		toString: () => `${by}: ${outcome} ${of}`,
		take: async (promised, process) => {
			promised.tell(by, of, outcome);
			process.runs[by][outcome](of);
			await Promise.resolve();
		},
	}));

const find: fc.Arbitrary<Step> = fc
	.record({ by: run, some: entries, groupSize: fc.integer({ min: 1, max: 4 }) })
	.map(({ by, some, groupSize }) => ({
		toString: () => `${by} looks for doubt in ${some.join()}, ${groupSize} at a time`,
		take: async (promised, process) => {
			promised.write();
			const expected = some.filter((each) => promised.isInDoubt(each));
			const found = await process.runs[by].findInDoubt(some, groupSize);
			expect(found).toEqual(new Set(expected));
		},
	}));

const end: fc.Arbitrary<Step> = run.map((by) => ({
	toString: () => `${by} ends`,
	take: async (promised, process) => {
		promised.end(by);
		await process.end(by);
	},
}));

const secondsPass: fc.Arbitrary<Step> = fc.constant({
	toString: () => 'two seconds pass',
	take: async (promised: Promised, process: Process) => {
		promised.write();
		await process.clock.advance(2_000);
	},
});

const crash: fc.Arbitrary<Step> = fc.constant({
	toString: () => 'crash',
	take: async (promised: Promised, process: Process) => {
		promised.crash();
		process.crash();
		await Promise.resolve();
	},
});

const story = fc.array(
	fc.oneof(
		{ arbitrary: claim, weight: 4 },
		{ arbitrary: tell, weight: 6 },
		{ arbitrary: find, weight: 3 },
		{ arbitrary: end, weight: 1 },
		{ arbitrary: secondsPass, weight: 1 },
		{ arbitrary: crash, weight: 1 },
	),
	{ maxLength: 40 },
);

test('keeps the promise in every order of claims, outcomes, ends and crashes of two runs', async () => {
	await fc.assert(
		fc.asyncProperty(story, async (steps) => {
			const promised = new Promised();
			const process = new Process();
			for (const step of steps) await step.take(promised, process);
			for (const by of ['one', 'other'] as const) {
				promised.end(by);
				await process.end(by);
			}
			for (const each of ENTRIES) {
				expect(stateOf(process.row, each)).toBe(promised.stored.get(each) ?? 'free');
			}
		}),
		{ numRuns: 400 },
	);
});
