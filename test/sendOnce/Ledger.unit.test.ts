import type { Claim } from '../../nodes/Mailroom/neverTwice/key/Claim';
import { dedupStore } from '../../nodes/Mailroom/neverTwice/key/DedupStore';
import { claimedValue, openValue, type Entry } from '../../nodes/Mailroom/neverTwice/key/Entry';
import { Judge } from '../../nodes/Mailroom/neverTwice/key/Judge';
import type { KeyedBatch } from '../../nodes/Mailroom/neverTwice/key/KeyedBatch';
import { KeyedRun } from '../../nodes/Mailroom/neverTwice/key/Claim';
import { Ledger } from '../../nodes/Mailroom/neverTwice/key/Ledger';
import { DeduplicationRow, type WriteHooks } from '../support/DeduplicationRow';
import { virtualClock } from '../support/virtualClock';
import { stateOf } from './stories/stateOf';

const MAX_VALUES = 3_000;

/** A process of n8n on a row that others may share, and on their clock. */
function startProcess({
	row = new DeduplicationRow(),
	clock = virtualClock(),
	hooks = {},
}: {
	row?: DeduplicationRow;
	clock?: ReturnType<typeof virtualClock>;
	hooks?: WriteHooks;
} = {}) {
	const store = dedupStore(row.helpers(hooks));
	const ledger = new Ledger(clock, store);
	ledger.use(store, MAX_VALUES);
	const newRun = () => new KeyedRun();
	/** Each batch is of another run, unless it is given. */
	const queue = (entries: Array<string | Entry>, run = newRun()) => {
		const wanted = entries.map((entry) => (typeof entry === 'string' ? { name: entry } : entry));
		return ledger.claim(wanted, run);
	};
	/** The answer of each entry. */
	const kindsOf = ({ entries, answers }: KeyedBatch) =>
		entries.map(({ name }) => answers.get(name) ?? 'waiting');
	const kinds = async (...entries: Array<string | Entry>) => {
		const batch = queue(entries);
		await clock.until(batch.decided);
		return kindsOf(batch);
	};
	const claim = async (...entries: Array<string | Entry>): Promise<KeyedBatch> => {
		const batch = queue(entries);
		await clock.until(batch.decided);
		expect(kindsOf(batch)).toEqual(entries.map(() => 'granted'));
		return batch;
	};
	const claimOf = (batch: KeyedBatch, name: string) => batch.claims.get(name) as Claim;
	const end = (batch: KeyedBatch, ending: 'sent' | 'released' | 'inDoubt' = 'sent') => {
		for (const one of batch.claims.values()) ledger.end(one, ending);
	};
	const send = async (...entries: Array<string | Entry>) => end(await claim(...entries));
	return { row, clock, ledger, newRun, queue, kinds, kindsOf, claim, claimOf, end, send };
}

/** A process on the same row, as after a crash of the other. */
function startAfterCrash({ row }: Pick<ReturnType<typeof startProcess>, 'row'>) {
	return startProcess({ row });
}

describe('a claim', () => {
	test('is in doubt after a crash, until it is written that it was sent', async () => {
		const process = startProcess();
		const batch = await process.claim('a', 'b', 'c');
		process.ledger.end(process.claimOf(batch, 'a'), 'sent');
		process.ledger.end(process.claimOf(batch, 'b'), 'inDoubt');
		const inDoubt = ['inDoubt', 'inDoubt', 'inDoubt'];
		expect(await startAfterCrash(process).kinds('a', 'b', 'c')).toEqual(inDoubt);
		await process.clock.advance(1_000);
		const later = ['sent', 'inDoubt', 'inDoubt'];
		expect(await startAfterCrash(process).kinds('a', 'b', 'c')).toEqual(later);
	});

	test('is free again when it was released, and leaves nothing behind', async () => {
		const process = startProcess();
		process.end(await process.claim('a'), 'released');
		await process.clock.advance(5_000);
		expect(process.row.size).toBe(0);
		expect(await process.kinds('a')).toEqual(['granted']);
	});

	test('of another process is in doubt after eight looks, which take 14 s', async () => {
		const one = startProcess();
		await one.claim('a');
		const other = startAfterCrash(one);
		expect(await other.kinds('a')).toEqual(['inDoubt']);
		expect(other.clock.now()).toBeGreaterThan(14_000);
		expect(other.clock.now()).toBeLessThan(16_000);
	});

	test.each([
		['sent', 'sent'],
		['released', 'granted'],
	] as const)(
		'of another process that ends as %s meanwhile is found as %s',
		async (ending, found) => {
			const one = startProcess();
			const other = startProcess(one);
			const batch = await one.claim('a');
			const queued = other.queue(['a', 'b']);
			await one.clock.advance(8_000);
			one.end(batch, ending);
			await one.clock.until(queued.decided);
			expect(other.kindsOf(queued)).toEqual([found, 'granted']);
		},
	);

	test('after one wait in vain, a run tells other open emails as in doubt at once, but not with "Send"', async () => {
		const one = startProcess();
		await one.claim('a', 'b', 'c', 'd');
		const other = startAfterCrash(one);
		const run = other.newRun();
		const kindAfter = async (entry: Entry) => {
			const batch = other.queue([entry], run);
			const since = other.clock.now();
			await other.clock.until(batch.decided);
			return [other.kindsOf(batch)[0], Math.round((other.clock.now() - since) / 14_000)];
		};
		expect(await kindAfter({ name: 'a' })).toEqual(['inDoubt', 1]);
		expect(await kindAfter({ name: 'b' })).toEqual(['inDoubt', 0]);
		expect(await kindAfter({ name: 'c', evenInDoubt: true })).toEqual(['granted', 1]);
	});

	test('whose doubt the process knows is told as in doubt at once, and looked at again', async () => {
		const dead = startProcess();
		await dead.claim('a');
		const process = startAfterCrash(dead);
		expect(await process.kinds('a')).toEqual(['inDoubt']);
		const since = process.clock.now();
		expect(await process.kinds('a')).toEqual(['inDoubt']);
		expect(process.clock.now() - since).toBeLessThan(1_000);
		await dedupStore(process.row.helpers()).remove([openValue('a')]);
		expect(await process.kinds('a')).toEqual(['sent']);
	});

	test('of another run of this process is waited for a minute', async () => {
		const { clock, claim, kinds } = startProcess();
		await claim('a');
		const askedAt = clock.now();
		expect(await kinds('a')).toEqual(['beingSent']);
		expect(clock.now() - askedAt).toBeGreaterThanOrEqual(60_000);
		expect(clock.now() - askedAt).toBeLessThan(62_000);
	});

	test('of another run is waited for a minute by a run, not by each of its batches', async () => {
		const { clock, newRun, queue, claim, kindsOf, end } = startProcess();
		const held = ['1', '3', '5', '6', '7'];
		const hanging = await claim(...held);
		const run = newRun();
		const batches = ['1', '2', '3', '4', '5', '6', '7'].map((name) => queue([name], run));
		await clock.advance(62_000);
		expect(batches.map((batch) => kindsOf(batch)[0])).toEqual([
			...['beingSent', 'granted', 'beingSent', 'granted'],
			...['beingSent', 'beingSent', 'beingSent'],
		]);
		// An entry that another run has taken a moment ago is waited for as before.
		const young = await claim('8');
		const last = queue(['8'], run);
		await clock.advance(20_000);
		expect(kindsOf(last)).toEqual(['waiting']);
		end(young);
		end(hanging);
		await clock.until(last.decided);
		expect(kindsOf(last)).toEqual(['sent']);
	});

	test('is not taken while an earlier batch of its run waits', async () => {
		const { clock, newRun, queue, claim, kindsOf, end } = startProcess();
		const a = await claim('a');
		const run = newRun();
		const both = ['a', 'b'].map((name) => queue([name], run));
		await clock.advance(500);
		const b = await claim('b');
		end(a);
		end(b);
		for (const batch of both) {
			await clock.until(batch.decided);
			expect(kindsOf(batch)).toEqual(['sent']);
		}
	});

	test('of a short run comes before the later ones of a long run', async () => {
		const { clock, newRun, queue, kindsOf, end } = startProcess();
		const run = newRun();
		const long = Array.from({ length: 20 }, (_, order) => queue([`${order}`], run));
		await clock.advance(1_000);
		const short = queue(['short']);
		const later = Array.from({ length: 20 }, (_, order) => queue([`later ${order}`], run));
		for (const batch of long.slice(0, 2)) end(batch);
		await clock.advance(1_000);
		expect([short, later[0], later[1]].map((batch) => kindsOf(batch)[0])).toEqual([
			'granted',
			'granted',
			'waiting',
		]);
	});

	test('in doubt is taken over when that is wanted, and stays in doubt when it is released', async () => {
		const process = startProcess();
		await process.claim('a');
		const next = startAfterCrash(process);
		expect(await next.kinds('a')).toEqual(['inDoubt']);
		next.end(await next.claim({ name: 'a', evenInDoubt: true }), 'released');
		await next.clock.advance(5_000);
		expect(await next.kinds('a')).toEqual(['inDoubt']);
		expect(await startAfterCrash(next).kinds('a')).toEqual(['inDoubt']);
		await next.send({ name: 'a', evenInDoubt: true });
		await next.clock.advance(1_000);
		expect(stateOf(next.row, 'a')).toBe('sent');
	});

	test('that is withdrawn while the row is written leaves nothing behind', async () => {
		let onWrite = () => {};
		const beforeWrite = async () => await Promise.resolve(onWrite());
		const { row, clock, ledger, queue } = startProcess({ hooks: { beforeWrite } });
		const batch = queue(['a']);
		onWrite = () => ledger.withdraw(batch);
		await clock.advance(100);
		expect(stateOf(row, 'a')).toBe('claimed');
		await clock.advance(5_000);
		expect(row.size).toBe(0);
	});
});

describe('no more is open at once', () => {
	test.each([
		['than twenty single emails', 1, 20],
		['than two batches of a hundred', 100, 2],
	])('%s, however many ask', async (_, size, most) => {
		const { row, clock, queue, kindsOf, end } = startProcess();
		const all = Array.from({ length: 4 * most }, (_unused, batch) =>
			queue(Array.from({ length: size }, (_one, index) => `${batch}.${index}`)),
		);
		const openCount = () =>
			all.filter(({ entries: [{ name }] }) => stateOf(row, name) === 'claimed').length;
		const waiting = new Set(all);
		for (let round = 1; round <= 4; round++) {
			await clock.advance(1_000);
			const granted = [...waiting].filter((batch) => kindsOf(batch)[0] === 'granted');
			expect([granted.length, openCount()]).toEqual([most, most]);
			for (const batch of granted) {
				waiting.delete(batch);
				end(batch);
			}
		}
		await clock.advance(1_000);
		expect(openCount()).toBe(0);
	});

	test('also while the endings cannot be written', async () => {
		let isBroken = false;
		const beforeWrite = async () => {
			await Promise.resolve();
			if (isBroken) throw new Error('disk full');
		};
		const { row, clock, queue, end } = startProcess({ hooks: { beforeWrite } });
		const names = Array.from({ length: 60 }, (_, index) => `${index}`);
		const [first] = [names.slice(0, 20).map((name) => queue([name]))];
		await clock.advance(1_000);
		isBroken = true;
		first.forEach((batch) => end(batch));
		await clock.advance(1_000);
		isBroken = false;
		for (const name of names.slice(20)) queue([name]);
		for (let time = 0; time < 50; time++) {
			await clock.advance(100);
			expect(names.filter((name) => stateOf(row, name) === 'claimed').length).toBeLessThan(21);
		}
	});

	test('but a batch that is larger by itself waits only for the others', async () => {
		const { clock, queue, claim, end, kindsOf } = startProcess();
		const other = await claim('other');
		const large = queue(Array.from({ length: 201 }, (_, index) => `${index}`));
		await clock.advance(3_000);
		expect(new Set(kindsOf(large))).toEqual(new Set(['waiting']));
		end(other);
		await clock.until(large.decided);
		expect(new Set(kindsOf(large))).toEqual(new Set(['granted']));
	});
});

describe('a history that fails', () => {
	/** A store that can be broken and mended. */
	const fragile = () => {
		const state = { isBroken: false, isLost: false };
		const fail = async (isFailing: boolean) => {
			await Promise.resolve();
			if (isFailing) throw new Error('disk full');
		};
		const hooks: WriteHooks = {
			beforeWrite: async () => await fail(state.isBroken),
			afterWrite: async () => await fail(state.isLost),
		};
		return { state, process: startProcess({ hooks }) };
	};

	test('once is tried again, as the first calls of two processes at once fail', async () => {
		const row = new DeduplicationRow();
		const clock = virtualClock();
		const hooks = { beforeWrite: async () => await clock.sleep(5) };
		const [one, other] = [0, 1].map(() => startProcess({ row, clock, hooks }));
		const queued = [one.queue(['a']), other.queue(['b'])];
		await clock.until(Promise.all(queued.map(async ({ decided }) => await decided)));
		expect([...one.kindsOf(queued[0]), ...other.kindsOf(queued[1])]).toEqual([
			'granted',
			'granted',
		]);
	});

	test('fails what waits, and is used again when it works', async () => {
		const { state, process } = fragile();
		state.isBroken = true;
		expect(await process.kinds('a')).toEqual([new Error('disk full')]);
		state.isBroken = false;
		expect(await process.kinds('a')).toEqual(['granted']);
	});

	test('is told of when what was sent could not be written, which is written when it can be again', async () => {
		const { state, process } = fragile();
		const { clock, ledger, row } = process;
		const batch = await process.claim('a');
		process.end(batch);
		state.isBroken = true;
		await expect(clock.until(ledger.whenStored(batch.run))).rejects.toThrow(/disk full/);
		await clock.advance(40_000);
		state.isBroken = false;
		await clock.advance(3_000);
		expect(stateOf(row, 'a')).toBe('sent');
		await clock.until(ledger.whenStored(batch.run));
	});

	test('because its workflow was deleted is left alone after some calls', async () => {
		const state = { isDeleted: false };
		const beforeWrite = async () => {
			await Promise.resolve();
			if (state.isDeleted) throw new Error('FOREIGN KEY constraint failed');
		};
		const process = startProcess({ hooks: { beforeWrite } });
		const { row, clock, send } = process;
		await send('a');
		await clock.advance(1_000);
		row.delete();
		state.isDeleted = true;
		await clock.advance(60_000);
		const calls = row.calls.length;
		expect(calls).toBeLessThan(30);
		await clock.advance(10 * 60_000);
		expect(row.calls).toHaveLength(calls);
	});

	test.each([
		['sent', 'inDoubt'],
		['released', 'inDoubt'],
	] as const)(
		'for an hour leaves what was %s in doubt, as a crash does, also for the same run',
		async (ending, kind) => {
			const { state, process } = fragile();
			const { row, clock, queue, kindsOf, newRun } = process;
			const run = newRun();
			const batch = queue(['a'], run);
			await clock.until(batch.decided);
			state.isBroken = true;
			process.end(batch, ending);
			await clock.advance(59 * 60_000);
			const calls = row.calls.length;
			await clock.advance(10_000);
			expect(row.calls.length).toBeGreaterThan(calls);
			await clock.advance(2 * 60_000);
			const callsAtEnd = row.calls.length;
			await clock.advance(60 * 60_000);
			expect(row.calls).toHaveLength(callsAtEnd);
			state.isBroken = false;
			const later = queue([{ name: 'a', evenInDoubt: true }], run);
			await clock.until(later.decided);
			expect(kindsOf(later)).toEqual([kind]);
			expect(await startAfterCrash(process).kinds('a')).toEqual([kind]);
		},
	);

	test('to answer for half a minute fails what waits, and nothing is sent or written until it answers', async () => {
		let answer: () => void = () => {};
		let isHanging = false;
		const beforeWrite = async () =>
			await new Promise<void>((resolve) => (isHanging ? (answer = resolve) : resolve()));
		const process = startProcess({ hooks: { beforeWrite } });
		const { row, clock, ledger, queue, kinds, kindsOf, claim, end } = process;
		const sent = await claim('sent');
		await clock.advance(1_000);
		isHanging = true;
		const looked = queue(['looked at']);
		await clock.advance(100);
		end(sent);
		const stored = ledger.whenStored(sent.run);
		const asked = clock.now();
		await expect(clock.until(stored)).rejects.toThrow(/no answer for 30 seconds/);
		expect(clock.now() - asked).toBeGreaterThan(29_000);
		expect(clock.now() - asked).toBeLessThan(32_000);
		const silent = new Error('no answer for 30 seconds');
		expect(kindsOf(looked)).toEqual([silent]);
		await clock.advance(10 * 60_000);
		expect(await kinds('later')).toEqual([silent]);
		expect(row.calls).toEqual(['record', 'record']);

		isHanging = false;
		answer();
		await clock.advance(10_000);
		expect(['sent', 'looked at', 'later'].map((name) => stateOf(row, name))).toEqual([
			...['sent', 'free', 'free'],
		]);
		expect(await kinds('looked at', 'later')).toEqual(['granted', 'granted']);
	});

	test('although it has written keeps the email from being sent twice', async () => {
		const { state, process } = fragile();
		state.isLost = true;
		const batch = process.queue(['a']);
		await process.clock.advance(30);
		state.isLost = false;
		await process.clock.until(batch.decided);
		expect(process.kindsOf(batch)).toEqual(['inDoubt']);
	});
});

test('anything that is thrown fails the batch that waits, and a later one goes on', async () => {
	const process = startProcess();
	const { clock, row, end, claim } = process;
	const inFlight = await claim('in flight');
	const thrown = jest.spyOn(Judge.prototype, 'judge').mockImplementationOnce(() => {
		throw new TypeError('x is not a function');
	});
	expect(await process.kinds('a')).toEqual([new TypeError('x is not a function')]);
	expect(thrown).toHaveBeenCalledTimes(1);
	end(inFlight);
	expect(await process.kinds('b')).toEqual(['granted']);
	await clock.advance(5_000);
	expect([stateOf(row, 'a'), stateOf(row, 'in flight')]).toEqual(['free', 'sent']);
	expect(await process.kinds('a')).toEqual(['granted']);
});

test('one email in a quiet node writes the row seven times, all within seven seconds of its outcome', async () => {
	const { row, clock, send } = startProcess();
	await send('a');
	await clock.advance(7_000);
	const twice = ['remove', 'record'];
	expect(row.calls).toEqual(['record', ...twice, ...twice, ...twice]);
	await clock.advance(60_000);
	expect(row.calls).toHaveLength(7);
	expect(row.size).toBe(1);
});

test('that an email was sent is written again if another process has undone it', async () => {
	const process = startProcess();
	const { row, clock, send } = process;
	await send('a');
	await clock.advance(1_000);
	row.seed([claimedValue('a'), openValue('a')]);
	await clock.advance(2_000);
	expect(stateOf(row, 'a')).toBe('sent');
	row.seed([]);
	await clock.advance(5_000);
	expect(stateOf(row, 'a')).toBe('sent');
	expect(row.calls.length).toBeLessThan(12);
});

test('an email that ends in doubt while the row is written stays in doubt', async () => {
	let onWrite = () => {};
	const beforeWrite = async () => await Promise.resolve(onWrite());
	const process = startProcess({ hooks: { beforeWrite } });
	const batch = await process.claim('a');
	onWrite = () => process.end(batch, 'inDoubt');
	await process.send('b');
	onWrite = () => {};
	await process.clock.advance(30_000);
	expect(stateOf(process.row, 'a')).toBe('claimed');
});

test('a history of earlier versions stays valid', async () => {
	const process = startProcess();
	const { row, clock, kinds } = process;
	// An earlier version has taken over an email in doubt, and left a mark of its writes.
	const open = [claimedValue('b'), openValue('b'), 'b:open 1'];
	await dedupStore(row.helpers()).add([claimedValue('a'), ...open, '1:mark'], MAX_VALUES);
	expect(await kinds('a', 'b', 'c')).toEqual(['sent', 'inDoubt', 'granted']);
	await process.send({ name: 'b', evenInDoubt: true });
	await clock.advance(10_000);
	expect([stateOf(row, 'a'), stateOf(row, 'b')]).toEqual(['sent', 'sent']);
});

test('many runs learn from one look that an email was sent', async () => {
	const { row, clock, queue, kindsOf } = startProcess();
	await dedupStore(row.helpers()).add([claimedValue('a')], MAX_VALUES);
	const queued = Array.from({ length: 50 }, () => queue(['a']));
	await clock.advance(300);
	expect(queued.flatMap(kindsOf)).toEqual(queued.map(() => 'sent'));
});

test.each([
	['300 single emails as fast as 10 requests per second', { count: 300, size: 1, maxMs: 32_500 }],
	['6,000 recipients at half of that', { count: 60, size: 100, maxMs: 12_000 }],
])('sends %s', async (_, { count, size, maxMs }) => {
	const clock = virtualClock();
	const hooks = { beforeWrite: async () => await clock.sleep(20) };
	const { row, newRun, queue, end } = startProcess({ clock, hooks });
	const run = newRun();
	const begun = new Set<Promise<void>>();
	let startAt = 0;
	const send = async (order: number) => {
		const batch = queue(
			Array.from({ length: size }, (_unused, index) => `${order}.${index}`),
			run,
		);
		await batch.decided;
		startAt = Math.max(startAt + 104, clock.now());
		await clock.sleep(startAt - clock.now() + 200);
		end(batch);
	};
	const sendAll = async () => {
		for (let order = 0; order < count; order++) {
			if (begun.size >= 20) await Promise.race(begun);
			const sending: Promise<void> = send(order).finally(() => begun.delete(sending));
			begun.add(sending);
		}
		await Promise.all(begun);
	};
	await clock.until(sendAll());
	expect(clock.now()).toBeLessThan(maxMs);
	await clock.advance(10_000);
	expect(row.calls.length).toBeLessThan(600);
});
