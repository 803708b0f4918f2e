import { claimedValue, openValue } from '../../../nodes/Mailroom/sendOnce/entry';
import { HistoryFailed } from '../../../nodes/Mailroom/sendOnce/HistoryFailed';
import { historyStore } from '../../../nodes/Mailroom/sendOnce/HistoryStore';
import { Ledger } from '../../../nodes/Mailroom/sendOnce/Ledger';
import { openLedger } from '../../../nodes/Mailroom/sendOnce/openLedger';
import { SendOnceHistory } from '../../../nodes/Mailroom/sendOnce/SendOnceHistory';
import type { Clock } from '../../../nodes/Mailroom/transport/clock';
import { virtualClock } from '../../../tools/virtualClock';
import { DeduplicationRow, type Around } from './DeduplicationRow';
import { stateOf } from './stateOf';

/** A process of n8n with what it knows, on a row that others may share. */
function startProcess(row = new DeduplicationRow(), around: Around = {}) {
	const clock = virtualClock();
	const history = new SendOnceHistory(clock);
	const ledger = (historySize = 100) =>
		new Ledger(history, historyStore(row.helpers(around), historySize));
	return { row, clock, ledger };
}

/** What a run that starts afresh in another process makes of an entry. */
async function afterCrash(row: DeduplicationRow, entry: string): Promise<string | undefined> {
	return (await startProcess(row).ledger().claim([entry])).get(entry);
}

/** A store that can be broken and mended. */
function fragile() {
	const state = { isBroken: false };
	const beforeWrite = async () => {
		await Promise.resolve();
		if (state.isBroken) throw new Error('disk full');
	};
	return { state, beforeWrite };
}

describe('a claim', () => {
	test('is one call of the store for what is free', async () => {
		const { row, ledger } = startProcess();
		const results = await ledger().claim(['a', 'b']);
		expect([...results]).toEqual([
			['a', 'claimed'],
			['b', 'claimed'],
		]);
		expect(row.calls).toEqual(['record']);
	});

	test('is in doubt for another process until it is confirmed in the store', async () => {
		const { row, clock, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a', 'b', 'c']);
		run.confirm('b');
		expect(await afterCrash(row, 'a')).toBe('inDoubt');
		expect(await afterCrash(row, 'b')).toBe('inDoubt');
		await clock.advance(1_700);
		expect(await afterCrash(row, 'b')).toBe('sent');
		expect(await afterCrash(row, 'c')).toBe('inDoubt');
	});

	test('is free again once it was released', async () => {
		const { row, clock, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a']);
		run.release('a');
		await clock.advance(1_700);
		expect(await afterCrash(row, 'a')).toBe('claimed');
	});

	test('is elsewhere for every other claim of the process, of the same run too', async () => {
		const { ledger } = startProcess();
		const [one, other] = [ledger(), ledger()];
		await one.claim(['a']);
		expect((await one.claim(['a'])).get('a')).toBe('elsewhere');
		expect((await other.claim(['a'], { evenInDoubt: true })).get('a')).toBe('elsewhere');
	});

	test('is given to one of two runs that ask at the same moment', async () => {
		const { ledger } = startProcess();
		const results = await Promise.all([ledger().claim(['a']), ledger().claim(['a'])]);
		expect(results.map((result) => result.get('a'))).toEqual(['claimed', 'elsewhere']);
	});

	test('of what is all elsewhere changes nothing of the claim before', async () => {
		const { row, clock, ledger } = startProcess();
		const [one, other] = [ledger(), ledger()];
		await one.claim(['a']);
		await clock.until(one.lostToOthers());
		await other.claim(['b']);
		await clock.until(other.lostToOthers());
		await clock.advance(2_000);
		await one.claim(['b']);
		expect(await clock.until(one.lostToOthers())).toEqual(new Set());
		one.confirm('a');
		await one.finish();
		expect(stateOf(row, 'a')).toBe('sent');
	});

	test('of what was sent leaves it as it was', async () => {
		const { row, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a']);
		run.confirm('a');
		await run.finish();
		expect((await ledger().claim(['a', 'b'])).get('a')).toBe('sent');
		expect(stateOf(row, 'a')).toBe('sent');
	});

	test('goes with the outcomes before it: two calls of the store', async () => {
		const { row, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a', 'b']);
		run.confirm('a');
		run.release('b');
		row.calls.length = 0;
		await run.claim(['c']);
		expect(row.calls).toEqual(['remove', 'record']);
		expect(['a', 'b', 'c'].map((entry) => stateOf(row, entry))).toEqual([
			'sent',
			'free',
			'claimed',
		]);
	});

	test('tells what another run of the process has just confirmed', async () => {
		const { ledger } = startProcess();
		const [one, other] = [ledger(), ledger()];
		await one.claim(['a', 'b']);
		one.confirm('a');
		one.release('b');
		expect([...(await other.claim(['a', 'b'])).values()]).toEqual(['sent', 'claimed']);
	});

	test('cannot be made when the run has finished', async () => {
		const run = startProcess().ledger();
		await run.finish();
		await expect(run.claim(['a'])).rejects.toThrow('has finished');
	});

	test('is confirmed and released by the run that made it only', async () => {
		const { row, ledger } = startProcess();
		const [one, other] = [ledger(), ledger()];
		await one.claim(['a']);
		other.confirm('a');
		other.release('a');
		other.leaveInDoubt('a');
		await other.finish();
		expect(stateOf(row, 'a')).toBe('claimed');
		expect((await ledger().claim(['a'])).get('a')).toBe('elsewhere');
	});
});

describe('what is in doubt', () => {
	/** An entry that an earlier process began and never confirmed. */
	async function withDoubt() {
		const row = new DeduplicationRow();
		await startProcess(row).ledger().claim(['doubt']);
		return startProcess(row);
	}

	test('stays so when it is claimed', async () => {
		const { row, ledger } = await withDoubt();
		expect((await ledger().claim(['doubt'])).get('doubt')).toBe('inDoubt');
		expect(stateOf(row, 'doubt')).toBe('claimed');
	});

	test('is sent when the user wants it sent, and then it was sent', async () => {
		const { row, ledger } = await withDoubt();
		const run = ledger();
		expect((await run.claim(['doubt'], { evenInDoubt: true })).get('doubt')).toBe('claimed');
		run.confirm('doubt');
		await run.finish();
		expect(stateOf(row, 'doubt')).toBe('sent');
	});

	test('is in doubt again when the service rejects what the user wanted sent', async () => {
		const { row, ledger } = await withDoubt();
		const run = ledger();
		await run.claim(['doubt'], { evenInDoubt: true });
		run.release('doubt');
		await run.finish();
		expect(stateOf(row, 'doubt')).toBe('claimed');
	});

	test('is found before anything is claimed, and nothing changes', async () => {
		const { row, ledger } = await withDoubt();
		const earlier = startProcess(row).ledger();
		await earlier.claim(['sent']);
		earlier.confirm('sent');
		await earlier.finish();
		const entries = ['free', 'doubt', 'sent', 'free too'];
		const before = entries.map((entry) => stateOf(row, entry));
		const found = await ledger().findInDoubt([...entries, 'doubt'], 3);
		expect([...found]).toEqual(['doubt']);
		expect(entries.map((entry) => stateOf(row, entry))).toEqual(before);
	});

	test('is not what is under way in this process', async () => {
		const { ledger } = await withDoubt();
		await ledger().claim(['open']);
		expect([...(await ledger().findInDoubt(['open', 'doubt'], 10))]).toEqual(['doubt']);
	});

	test('is what a run of this process left so, at once', async () => {
		const { ledger } = startProcess();
		const run = ledger();
		await run.claim(['a', 'b']);
		run.leaveInDoubt('a');
		const other = ledger();
		expect([...(await other.findInDoubt(['a', 'b', 'c'], 10))]).toEqual(['a']);
		expect((await other.claim(['a'])).get('a')).toBe('inDoubt');
	});

	test('is what a run still has open when it ends', async () => {
		const { row, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a']);
		await run.finish();
		expect(stateOf(row, 'a')).toBe('claimed');
		expect((await ledger().claim(['a'])).get('a')).toBe('inDoubt');
	});

	test('stays confirmed when a later run of the process has sent it before the first one ends', async () => {
		const { row, ledger } = startProcess();
		const [one, other] = [ledger(), ledger()];
		await one.claim(['a']);
		one.leaveInDoubt('a');
		await other.claim(['a'], { evenInDoubt: true });
		other.confirm('a');
		await other.finish();
		await one.finish();
		expect(stateOf(row, 'a')).toBe('sent');
	});

	test('no more than one group, when the process dies while it looks', async () => {
		const row = new DeduplicationRow();
		const entries = Array.from({ length: 30 }, (_, index) => `entry ${index}`);
		let writes = 0;
		const dying = startProcess(row, {
			// The third group is recorded and never removed again.
			afterWrite: async () => await (++writes < 5 ? Promise.resolve() : new Promise(() => {})),
		});
		void dying.ledger().findInDoubt(entries, 10);
		await dying.clock.advance(100);
		const found = await startProcess(row).ledger().findInDoubt(entries, 10);
		expect([...found]).toEqual(entries.slice(20));
	});
});

describe('who waits for what is elsewhere', () => {
	/** Whether a promise has resolved, after everything has happened that needs no time. */
	const observed = (promise: Promise<void>) => {
		const observation = { isOver: false };
		void promise.then(() => {
			observation.isOver = true;
		});
		return observation;
	};

	test.each(['confirm', 'release'] as const)(
		'is told once the store has it: %s',
		async (outcome) => {
			const { clock, ledger } = startProcess();
			const [one, other] = [ledger(), ledger()];
			await one.claim(['a']);
			const wait = observed(other.whenSettled('a'));
			one[outcome]('a');
			await clock.advance(1_699);
			expect(wait.isOver).toBe(false);
			await clock.advance(1);
			expect(wait.isOver).toBe(true);
		},
	);

	test('is told of doubt at once', async () => {
		const { clock, ledger } = startProcess();
		const [one, other] = [ledger(), ledger()];
		await one.claim(['a']);
		const wait = observed(other.whenSettled('a'));
		one.leaveInDoubt('a');
		await clock.advance(0);
		expect(wait.isOver).toBe(true);
	});

	test('does not wait longer than the run, even when the store fails it', async () => {
		const { state, beforeWrite } = fragile();
		const { ledger } = startProcess(undefined, { beforeWrite });
		const [one, other] = [ledger(), ledger()];
		await one.claim(['a', 'b']);
		one.confirm('a');
		state.isBroken = true;
		await expect(one.finish()).rejects.toThrow(HistoryFailed);
		await other.whenSettled('a');
		await other.whenSettled('b');
		await other.whenSettled('never claimed');
	});
});

describe('the store', () => {
	test('is written to every 1.7 seconds at the most while nothing is claimed', async () => {
		const { row, clock, ledger } = startProcess();
		const run = ledger();
		const entries = Array.from({ length: 50 }, (_, index) => `entry ${index}`);
		await run.claim(entries);
		row.calls.length = 0;
		for (const entry of entries) {
			run.confirm(entry);
			await clock.advance(100);
		}
		expect(row.calls).toEqual(['remove', 'remove']);
	});

	test('is called twice per second of sending', async () => {
		const { row, clock, ledger } = startProcess();
		const run = ledger();
		const open: string[] = [];
		for (let group = 0; group < 20; group++) {
			const next = Array.from({ length: 15 }, (_, index) => `${group}.${index}`);
			await run.claim(next);
			await clock.until(run.lostToOthers());
			for (const entry of next) {
				open.push(entry);
				await clock.advance(100);
				if (open.length > 3) run.confirm(open.shift() ?? '');
			}
		}
		expect(row.calls.length).toBeLessThanOrEqual((2 * clock.now()) / 1000);
	});

	test('is left alone by a run that has ended', async () => {
		const { row, clock, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a']);
		run.confirm('a');
		await run.finish();
		const { length } = row.calls;
		await run.finish();
		await clock.advance(10_000);
		expect(row.calls).toHaveLength(length);
	});

	test('is not called by a run that claimed nothing', async () => {
		const { row, ledger } = startProcess();
		const run = ledger();
		await run.claim([]);
		await run.findInDoubt([], 10);
		await run.finish();
		expect(row.calls).toEqual([]);
	});

	test('that fails leaves nothing claimed', async () => {
		const { state, beforeWrite } = fragile();
		const { row, ledger } = startProcess(undefined, { beforeWrite });
		const run = ledger();
		await run.claim(['a']);
		state.isBroken = true;
		await expect(run.claim(['b'])).rejects.toThrow('nothing is sent');
		state.isBroken = false;
		expect((await run.claim(['b'])).get('b')).toBe('claimed');
		await run.finish();
		expect(stateOf(row, 'a')).toBe('claimed');
	});

	test('that fails in the middle of a claim has what it claimed released at the end', async () => {
		const { state, beforeWrite } = fragile();
		const { row, ledger } = startProcess(undefined, {
			beforeWrite,
			// The claim itself succeeds, what follows does not.
			afterWrite: async () => {
				await Promise.resolve();
				state.isBroken = row.has(claimedValue('b')) && row.has(openValue('a'));
			},
		});
		const run = ledger();
		await run.claim(['a']);
		run.confirm('a');
		await run.finish();
		const next = ledger();
		await expect(next.claim(['a', 'b'])).rejects.toThrow(HistoryFailed);
		state.isBroken = false;
		await next.finish();
		expect([stateOf(row, 'a'), stateOf(row, 'b')]).toEqual(['sent', 'free']);
	});

	test('that fails in the background is tried again, and only the end of the run tells', async () => {
		const { state, beforeWrite } = fragile();
		const { row, clock, ledger } = startProcess(undefined, { beforeWrite });
		const run = ledger();
		await run.claim(['a', 'b']);
		state.isBroken = true;
		run.confirm('a');
		await clock.advance(5_000);
		expect(stateOf(row, 'a')).toBe('claimed');
		state.isBroken = false;
		await clock.advance(1_700);
		expect(stateOf(row, 'a')).toBe('sent');
		state.isBroken = true;
		run.confirm('b');
		await clock.advance(5_000);
		await expect(run.finish()).rejects.toThrow(
			'n8n could not read or write the history of sent emails (disk full). What this run sent may count as in doubt the next time',
		);
	});

	test('that fails one run has its outcomes written by the next claim of the process', async () => {
		const { state, beforeWrite } = fragile();
		const { row, ledger } = startProcess(undefined, { beforeWrite });
		const [one, other] = [ledger(), ledger()];
		await one.claim(['a']);
		one.confirm('a');
		state.isBroken = true;
		await expect(one.finish()).rejects.toThrow(HistoryFailed);
		state.isBroken = false;
		expect((await other.claim(['a'])).get('a')).toBe('sent');
		expect(stateOf(row, 'a')).toBe('sent');
	});
});

describe('a full history', () => {
	/** Pushes the oldest values out, one by one. */
	async function push(row: DeduplicationRow, count: number) {
		const values = Array.from({ length: count }, (_, index) => `filler ${row.size} ${index}`);
		await historyStore(row.helpers(), 100).record(values);
	}

	test('keeps the last recipients, and what is open for so long as them', async () => {
		const { row, ledger } = startProcess();
		await ledger(100).claim(['a']);
		await push(row, 1_000);
		expect(stateOf(row, 'a')).toBe('claimed');
	});

	test('drops what is in doubt without a time in which it counts as sent', async () => {
		const { row, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a']);
		await run.finish();
		await push(row, 1_099);
		expect(stateOf(row, 'a')).toBe('open alone');
		expect([...(await ledger().findInDoubt(['a'], 10))]).toEqual(['a']);
		expect((await startProcess(row).ledger(102).claim(['a'])).get('a')).toBe('inDoubt');
		expect(stateOf(row, 'a')).toBe('open alone');
		await push(row, 1);
		expect(stateOf(row, 'a')).toBe('free');
	});
});

describe('a process beside others', () => {
	test('brings back at the end what another has undone', async () => {
		const { row, clock, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a', 'b', 'c']);
		run.confirm('a');
		run.leaveInDoubt('c');
		const other = historyStore(row.helpers(), 100);
		await other.remove(['a', 'b', 'c'].flatMap((entry) => [claimedValue(entry), openValue(entry)]));
		await clock.until(run.finish());
		expect(stateOf(row, 'a')).toBe('sent');
		expect([stateOf(row, 'b'), stateOf(row, 'c')]).toEqual(['claimed', 'claimed']);
	});

	test('brings back with the next claim what another has undone', async () => {
		const { row, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a', 'b']);
		run.confirm('a');
		await historyStore(row.helpers(), 100).remove([claimedValue('a'), claimedValue('b')]);
		await run.claim(['c']);
		expect([stateOf(row, 'a'), stateOf(row, 'b')]).toEqual(['sent', 'claimed']);
	});

	test('confirms again what another has opened again', async () => {
		const { row, clock, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a', 'b']);
		run.confirm('a');
		run.confirm('b');
		await run.claim(['c']);
		const other = historyStore(row.helpers(), 100);
		await other.record([openValue('a')]);
		await other.remove([claimedValue('b')]);
		await clock.until(run.finish());
		expect([stateOf(row, 'a'), stateOf(row, 'b')]).toEqual(['sent', 'sent']);
	});

	test('remembers itself what it left in doubt', async () => {
		const { row, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a']);
		run.leaveInDoubt('a');
		await historyStore(row.helpers(), 100).remove([claimedValue('a'), openValue('a')]);
		expect([...(await ledger().findInDoubt(['a'], 10))]).toEqual(['a']);
		expect((await ledger().claim(['a'])).get('a')).toBe('inDoubt');
		expect(stateOf(row, 'a')).toBe('claimed');
	});

	test('does not bring back what it released', async () => {
		const { row, clock, ledger } = startProcess();
		const run = ledger();
		await run.claim(['a', 'b']);
		run.release('a');
		await run.claim(['c']);
		await historyStore(row.helpers(), 100).remove([claimedValue('b')]);
		await clock.until(run.finish());
		expect(stateOf(row, 'a')).toBe('free');
	});

	test('ends although another undoes everything for ever', async () => {
		const row = new DeduplicationRow();
		const other = historyStore(row.helpers(), 100);
		const { clock, ledger } = startProcess(row, {
			afterWrite: async () => await other.remove([claimedValue('a')]),
		});
		const run = ledger();
		await run.claim(['a']);
		run.confirm('a');
		await clock.until(run.finish());
	});
});

describe('openLedger', () => {
	const runOf = (
		row: DeduplicationRow,
		[workflowId, nodeId]: [string, string] = ['w', 'n'],
		clock: Clock = virtualClock(),
	) => openLedger({ workflowId, nodeId, store: historyStore(row.helpers(), 100), clock });

	test('lets runs of one node know of each other, and of no other node', async () => {
		const row = new DeduplicationRow();
		const [one, other] = [runOf(row), runOf(row)];
		const elsewhere = [
			runOf(new DeduplicationRow(), ['w', 'm']),
			runOf(new DeduplicationRow(), ['v', 'n']),
		];
		await one.claim(['a']);
		expect((await other.claim(['a'])).get('a')).toBe('elsewhere');
		for (const run of elsewhere) expect((await run.claim(['a'])).get('a')).toBe('claimed');
		for (const run of [one, other, ...elsewhere]) await run.finish();
	});

	test('begins anew when no run of the node is left', async () => {
		const one = runOf(new DeduplicationRow());
		await one.claim(['a']);
		await one.finish();
		const row = new DeduplicationRow();
		const clock = virtualClock();
		const other = runOf(row, ['w', 'n'], clock);
		expect((await other.claim(['a'])).get('a')).toBe('claimed');
		other.confirm('a');
		await clock.advance(1_700);
		expect(stateOf(row, 'a')).toBe('sent');
		await other.finish();
	});
});
