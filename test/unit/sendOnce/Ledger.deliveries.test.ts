import fc from 'fast-check';
import { HistoryFailed } from '../../../nodes/Mailroom/sendOnce/HistoryFailed';
import { historyStore } from '../../../nodes/Mailroom/sendOnce/HistoryStore';
import { Ledger } from '../../../nodes/Mailroom/sendOnce/Ledger';
import { SendOnceHistory } from '../../../nodes/Mailroom/sendOnce/SendOnceHistory';
import { randomFrom } from '../../../tools/randomFrom';
import { DeduplicationRow } from './DeduplicationRow';

/** How many recipients are claimed, and looked up, together. */
const GROUP = 3;
const RUNS_AT_ONCE = 2;
const RECIPIENTS = Array.from({ length: 12 }, (_, index) => `recipient ${index}`);

/** What goes wrong in a process: its death around one of its writes, and writes that fail. */
interface Mishaps {
	seed: number;
	/** The process dies before or after this write; undefined: it lives on. */
	death: { atWrite: number; isAfter: boolean } | undefined;
	/** How likely a write fails, before or after it came to pass. */
	failing: number;
	/** How likely a request is rejected, and how likely nobody knows what came of it. */
	rejected: number;
	inDoubt: number;
}

/** Lets some other work of the process go first. */
async function turns(count: number): Promise<void> {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** A process of n8n that sends to all recipients, in runs that overlap, until they end or it dies. */
async function sendToAll(row: DeduplicationRow, delivered: Map<string, number>, mishaps: Mishaps) {
	const random = randomFrom(mishaps.seed);
	let isDead = false;
	let die = () => {};
	const death = new Promise<void>((resolve) => {
		die = () => {
			isDead = true;
			resolve();
		};
	});
	/** Goes on a little later; in a dead process never. */
	const pause = async () => {
		await turns(Math.floor(random() * 4));
		if (isDead) await new Promise(() => {});
	};

	let writes = 0;
	const around = (isAfter: boolean) => async () => {
		await pause();
		if (!isAfter) writes++;
		if (mishaps.death?.atWrite === writes && mishaps.death.isAfter === isAfter) die();
		await pause();
		if (random() < mishaps.failing) throw new Error('the database is away');
	};
	const helpers = row.helpers({ beforeWrite: around(false), afterWrite: around(true) });

	let now = 0;
	const sleep = async (ms: number) => {
		await turns(5);
		now += ms;
		if (isDead) await new Promise(() => {});
	};
	const clock = { now: () => now, timeOfDay: () => now, sleep, random };
	const history = new SendOnceHistory(clock);
	const send = async (ledger: Ledger, recipient: string) => {
		await pause();
		const dice = random();
		if (dice < mishaps.rejected) return ledger.release(recipient);
		const isInDoubt = dice < mishaps.rejected + mishaps.inDoubt;
		if (!isInDoubt || random() < 0.5) {
			delivered.set(recipient, (delivered.get(recipient) ?? 0) + 1);
		}
		await pause();
		if (isInDoubt) ledger.leaveInDoubt(recipient);
		else ledger.confirm(recipient);
	};
	const sendGroup = async (ledger: Ledger, group: string[]): Promise<void> => {
		const results = await ledger.claim(group);
		for (const each of await ledger.lostToOthers()) results.set(each, 'elsewhere');
		const having = (result: string) => group.filter((each) => results.get(each) === result);
		await Promise.all(having('claimed').map(async (each) => await send(ledger, each)));
		const elsewhere = having('elsewhere');
		await Promise.all(elsewhere.map(async (each) => await ledger.whenSettled(each)));
		if (elsewhere.length > 0) await sendGroup(ledger, elsewhere);
	};
	const oneRun = async () => {
		const ledger = new Ledger(history, historyStore(helpers, 100));
		try {
			const inDoubt = await ledger.findInDoubt(RECIPIENTS, GROUP);
			const rest = RECIPIENTS.filter((recipient) => !inDoubt.has(recipient));
			while (rest.length > 0) await sendGroup(ledger, rest.splice(0, GROUP));
		} catch (error) {
			expect(error).toBeInstanceOf(HistoryFailed);
		} finally {
			await ledger.finish().catch((error: unknown) => {
				expect(error).toBeInstanceOf(HistoryFailed);
			});
		}
	};
	const runs = Array.from({ length: RUNS_AT_ONCE }, oneRun);
	await Promise.race([death, Promise.all(runs)]);
}

async function whoIsInDoubt(row: DeduplicationRow): Promise<Set<string>> {
	const clock = {
		now: () => 0,
		timeOfDay: () => 0,
		sleep: async () => await turns(1),
		random: () => 0,
	};
	const ledger = new Ledger(new SendOnceHistory(clock), historyStore(row.helpers(), 100));
	return await ledger.findInDoubt(RECIPIENTS, GROUP);
}

const LUCK = { death: undefined, failing: 0, rejected: 0, inDoubt: 0 };

const mishaps = (some: { failing: number; rejected: number; inDoubt: number }) =>
	fc.record<Mishaps>({
		seed: fc.integer({ min: 1, max: 1e9 }),
		death: fc.option(
			fc.record({ atWrite: fc.integer({ min: 1, max: 25 }), isAfter: fc.boolean() }),
			{ nil: undefined },
		),
		failing: fc.constantFrom(0, some.failing),
		rejected: fc.constantFrom(0, some.rejected),
		inDoubt: fc.constantFrom(0, some.inDoubt),
	});

const anything = mishaps({ failing: 0.1, rejected: 0.3, inDoubt: 0.2 });

test('delivers to nobody twice, and loses nobody in silence, whatever happens and whenever the process dies', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(anything, { maxLength: 4 }), async (processes) => {
			const row = new DeduplicationRow();
			const delivered = new Map<string, number>();
			for (const each of [...processes, { ...LUCK, seed: 1 }]) {
				await sendToAll(row, delivered, each);
			}
			const inDoubt = await whoIsInDoubt(row);
			for (const recipient of RECIPIENTS) {
				const count = delivered.get(recipient) ?? 0;
				expect(count).toBeLessThanOrEqual(1);
				if (!inDoubt.has(recipient)) expect([recipient, count]).toEqual([recipient, 1]);
			}
		}),
		{ numRuns: 150 },
	);
});

test('leaves nobody in doubt in a process that lives and knows what came of each request', async () => {
	const rejections = fc.record({ seed: fc.nat(), rejected: fc.constantFrom(0, 0.4) });
	await fc.assert(
		fc.asyncProperty(fc.array(rejections, { maxLength: 3 }), async (processes) => {
			const row = new DeduplicationRow();
			const delivered = new Map<string, number>();
			for (const each of processes) await sendToAll(row, delivered, { ...LUCK, ...each });
			expect(await whoIsInDoubt(row)).toEqual(new Set());
		}),
		{ numRuns: 60 },
	);
});

test('leaves no more in doubt than the runs had claimed last, when the process dies', async () => {
	const deaths = mishaps({ failing: 0, rejected: 0, inDoubt: 0 });
	await fc.assert(
		fc.asyncProperty(deaths, async (process) => {
			const row = new DeduplicationRow();
			await sendToAll(row, new Map(), process);
			const { size } = await whoIsInDoubt(row);
			expect(size).toBeLessThanOrEqual(2 * GROUP * RUNS_AT_ONCE);
		}),
		{ numRuns: 100 },
	);
});
