import { claimedValue, openValues, type Entry } from '../../nodes/Mailroom/sendOnce/Entry';
import { dedupStore } from '../../nodes/Mailroom/sendOnce/DedupStore';
import { Ledger } from '../../nodes/Mailroom/sendOnce/Ledger';
import { virtualClock } from '../support/virtualClock';
import { DeduplicationRow, type Around } from '../support/DeduplicationRow';
import { stateOf } from './stateOf';
import type { Claimant, ClaimRequest } from '../../nodes/Mailroom/sendOnce/ClaimRequest';

const MAX_ENTRIES = 3_000;

/** A process of n8n on a row that others may share, and on their clock. */
function startProcess({
	row = new DeduplicationRow(),
	clock = virtualClock(),
	around = {},
}: {
	row?: DeduplicationRow;
	clock?: ReturnType<typeof virtualClock>;
	around?: Around;
} = {}) {
	const store = dedupStore(row.helpers(around));
	const ledger = new Ledger(clock, store);
	ledger.use(store, MAX_ENTRIES);
	const newClaimant = (): Claimant => ({ isWanted: () => true, leftInDoubt: new Set() });
	/** Each time another run asks, unless it is named. */
	const ask = (
		emails: Array<string | Entry>,
		{ claimant = newClaimant() }: { claimant?: Claimant } = {},
	) => {
		const asked = emails.map((email) => (typeof email === 'string' ? { name: email } : email));
		return ledger.claim(asked, claimant);
	};
	/** What each has come to. */
	const kindsOf = ({ emails, answers }: ClaimRequest) =>
		emails.map(({ name }) => answers.get(name) ?? 'claimed');
	const kinds = async (...emails: Array<string | Entry>) => {
		const request = ask(emails);
		await clock.until(request.whenReady());
		return kindsOf(request);
	};
	const claim = async (...emails: Array<string | Entry>): Promise<ClaimRequest> => {
		const request = ask(emails);
		await clock.until(request.whenReady());
		expect(kindsOf(request)).toEqual(emails.map(() => 'claimed'));
		return request;
	};
	const start = ({ unanswered, heldClaims }: ClaimRequest) =>
		unanswered.length > 0 && heldClaims.length === unanswered.length && ledger.start(heldClaims);
	const endSent = (request: ClaimRequest) => {
		for (const { name } of request.emails) ledger.end(request, name, 'sent');
	};
	/** Claims, starts and ends. */
	const send = async (...emails: Array<string | Entry>) => {
		const request = await claim(...emails);
		expect(start(request)).toBe(true);
		endSent(request);
	};
	return { row, clock, ledger, newClaimant, ask, kinds, kindsOf, claim, start, endSent, send };
}

/** A process on the same row, as after a crash of the other. */
function startAfterCrash({ row }: Pick<ReturnType<typeof startProcess>, 'row'>) {
	return startProcess({ row });
}

describe('a claim', () => {
	test('is in doubt after a crash, until it is written that it was sent', async () => {
		const process = startProcess();
		const request = await process.claim('a', 'b', 'c');
		process.start(request);
		process.ledger.end(request, 'a', 'sent');
		process.ledger.end(request, 'b', 'inDoubt');
		expect(await startAfterCrash(process).kinds('a', 'b', 'c')).toEqual([
			'inDoubt',
			'inDoubt',
			'inDoubt',
		]);
		await process.clock.advance(1_000);
		expect(await startAfterCrash(process).kinds('a', 'b', 'c')).toEqual([
			'sent',
			'inDoubt',
			'inDoubt',
		]);
	});

	test('is free again when it was released, and leaves nothing behind', async () => {
		const process = startProcess();
		const request = await process.claim('a');
		process.ledger.end(request, 'a', 'released');
		await process.clock.advance(5_000);
		expect(process.row.size).toBe(0);
		expect(await process.kinds('a')).toEqual(['claimed']);
	});

	test('of another process is in doubt after ten looks, which take about 15 s', async () => {
		const one = startProcess();
		await one.claim('a');
		const other = startAfterCrash(one);
		expect(await other.kinds('a')).toEqual(['inDoubt']);
		expect(other.clock.now()).toBeGreaterThan(10_000);
		expect(other.clock.now()).toBeLessThan(20_000);
	});

	test('of another process that ends meanwhile is sent', async () => {
		const one = startProcess();
		const other = startProcess(one);
		const request = await one.claim('a');
		one.start(request);
		const asked = other.ask(['a']);
		await one.clock.advance(8_000);
		one.ledger.end(request, 'a', 'sent');
		await one.clock.until(asked.whenReady());
		expect(other.kindsOf(asked)).toEqual(['sent']);
	});

	test('of another process that is found free between looks begins a new count', async () => {
		const one = startProcess();
		const other = startProcess(one);
		const history = dedupStore(one.row.helpers());
		const values = [claimedValue('a'), openValues('a')[0]];
		await history.record(values, MAX_ENTRIES);
		const asked = other.ask([{ name: 'a' }, { name: 'b' }]);
		await other.clock.advance(9_000);
		await history.remove(values);
		await other.clock.until(asked.whenReady());
		expect(other.kindsOf(asked)).toEqual(['claimed', 'claimed']);
	});

	test('after one wait in vain, a run tells other open emails as in doubt at once, but not with "Send"', async () => {
		const one = startProcess();
		await one.claim('a', 'b', 'c', 'd');
		const other = startAfterCrash(one);
		const claimant = other.newClaimant();
		const kindAfter = async (email: Entry) => {
			const request = other.ask([email], { claimant });
			const since = other.clock.now();
			await other.clock.until(request.whenReady());
			return [other.kindsOf(request)[0], Math.round((other.clock.now() - since) / 10_000)];
		};
		expect(await kindAfter({ name: 'a' })).toEqual(['inDoubt', 1]);
		expect(await kindAfter({ name: 'b' })).toEqual(['inDoubt', 0]);
		expect((await kindAfter({ name: 'c', evenInDoubt: true }))[0]).toBe('claimed');
		expect(other.clock.now()).toBeGreaterThan(20_000);
	});

	test('of another run of this process is waited for a minute', async () => {
		const { clock, start, claim, kinds } = startProcess();
		start(await claim('a'));
		const askedAt = clock.now();
		expect(await kinds('a')).toEqual(['inFlight']);
		expect(clock.now() - askedAt).toBeGreaterThanOrEqual(60_000);
		expect(clock.now() - askedAt).toBeLessThan(65_000);
	});

	test.each(['this', 'another'])(
		'is not held while an earlier request of its run waits for a run of %s process',
		async (which) => {
			const one = startProcess();
			const other = which === 'this' ? one : startProcess(one);
			const claimant = other.newClaimant();
			const a = await one.claim('a');
			one.start(a);
			const both = ['a', 'b'].map((name) => other.ask([name], { claimant }));
			await one.clock.advance(500);
			const b = await one.claim('b');
			one.start(b);
			one.ledger.end(a, 'a', 'sent');
			one.ledger.end(b, 'b', 'sent');
			for (const request of both) {
				await one.clock.until(request.whenReady());
				expect(other.kindsOf(request)).toEqual(['sent']);
			}
		},
	);

	test('of a short run comes before the later ones of a long run', async () => {
		const { clock, ask, claim, start, newClaimant } = startProcess();
		const claimant = newClaimant();
		const long = Array.from({ length: 50 }, (_, order) => ask([`${order}`], { claimant }));
		const readyCount = () => long.filter(({ isReady }) => isReady).length;
		await clock.advance(3_000);
		expect(readyCount()).toBe(10);
		const own = claim('short');
		await clock.advance(100);
		for (const request of long.slice(0, 2)) start(request);
		await own;
		expect(readyCount()).toBeLessThan(15);
	});

	test('in doubt is taken over when that is wanted, and stays in doubt when it is released', async () => {
		const process = startProcess();
		await process.claim('a');
		const next = startAfterCrash(process);
		expect(await next.kinds('a')).toEqual(['inDoubt']);
		const request = await next.claim({ name: 'a', evenInDoubt: true });
		next.ledger.end(request, 'a', 'released');
		await next.clock.advance(5_000);
		expect(await next.kinds('a')).toEqual(['inDoubt']);
		expect(await startAfterCrash(next).kinds('a')).toEqual(['inDoubt']);
	});

	test('in doubt is taken over by one of two processes, and once more after its crash', async () => {
		const dead = startProcess();
		await dead.claim('a');
		const one = startProcess({ row: dead.row });
		const other = startProcess(one);
		const email = { name: 'a', evenInDoubt: true };
		const asked = [one, other].map(({ ask }) => ask([email]));
		await one.clock.advance(16_000);
		expect(asked.filter(({ isReady }) => isReady)).toHaveLength(1);
		const next = startAfterCrash(one);
		await next.send(email);
		await next.clock.advance(5_000);
		expect(stateOf(next.row, 'a')).toBe('sent');
		expect(next.row.has(openValues('a', 2)[1])).toBe(false);
	});

	test('that waits for its start for 8 s goes back, and is claimed again', async () => {
		const { row, clock, start, claim } = startProcess();
		const request = await claim('a');
		await clock.advance(7_900);
		expect(request.isReady).toBe(true);
		await clock.advance(1_500);
		expect(stateOf(row, 'a')).toBe('free');
		expect([request.isReady, start(request)]).toEqual([false, false]);
		await clock.until(request.whenReady());
		expect(start(request)).toBe(true);
	});

	test('of thirty that went back is claimed again with the others, and not one by one', async () => {
		const one = startProcess();
		const claimant = one.newClaimant();
		const [first, ...others] = Array.from({ length: 30 }, (_, order) =>
			one.ask([`${order}`], { claimant }),
		);
		await one.clock.until(first.whenReady());
		await one.clock.advance(8_500);
		expect(others.filter(({ isReady }) => isReady)).toEqual([]);
		const since = one.clock.now();
		for (const request of [first, ...others]) {
			await one.clock.until(request.whenReady());
			one.start(request);
			one.ledger.end(request, request.emails[0].name, 'sent');
		}
		expect(one.clock.now() - since).toBeLessThan(7_000);
	});
});

describe('no more is open at once', () => {
	test('than ten requests that have not started', async () => {
		const { row, clock, ask } = startProcess();
		const names = Array.from({ length: 15 }, (_, index) => `${index}`);
		for (const name of names) ask([name]);
		await clock.advance(3_000);
		expect(names.filter((name) => stateOf(row, name) === 'claimed')).toHaveLength(10);
	});

	test.each([
		['than twenty requests', 1, 20],
		['than two requests of a hundred', 100, 2],
	])('%s, however many ask', async (_, size, most) => {
		const { row, clock, ask, start, endSent } = startProcess();
		const waiting = new Set(
			Array.from({ length: 4 * most }, (_unused, request) =>
				ask(Array.from({ length: size }, (_one, index) => `${request}.${index}`)),
			),
		);
		const all = [...waiting];
		const openCount = () =>
			all.filter(({ emails: [{ name }] }) => stateOf(row, name) === 'claimed').length;
		for (let round = 1; round <= 4; round++) {
			const started: ClaimRequest[] = [];
			for (let step = 0; step < 4; step++) {
				await clock.advance(1_000);
				const ready = [...waiting].filter(({ isReady }) => isReady);
				for (const request of ready) if (start(request)) started.push(request);
				for (const request of ready) waiting.delete(request);
			}
			expect(started).toHaveLength(most);
			expect(openCount()).toBe(most);
			started.forEach(endSent);
		}
		await clock.advance(2_000);
		expect(openCount()).toBe(0);
	});

	test('but a request that is larger by itself waits only for the others', async () => {
		const { clock, ask, claim, start, endSent, kindsOf } = startProcess();
		const other = await claim('other');
		start(other);
		const large = ask(Array.from({ length: 201 }, (_, index) => `${index}`));
		await clock.advance(3_000);
		expect(large.isReady).toBe(false);
		endSent(other);
		await clock.until(large.whenReady());
		expect(new Set(kindsOf(large))).toEqual(new Set(['claimed']));
	});

	test('and what nobody wants any more is not claimed, or given back', async () => {
		const { row, clock, ask, claim, start, kindsOf } = startProcess();
		const busy = Array.from({ length: 19 }, (_, index) => `busy ${index}`);
		for (const name of busy) start(await claim(name));
		let isWanted = true;
		const claimant = { isWanted: () => isWanted, leftInDoubt: new Set<string>() };
		const [a] = ['a', 'b'].map((name) => ask([name], { claimant }));
		await clock.advance(300);
		expect(stateOf(row, 'a')).toBe('claimed');
		isWanted = false;
		await clock.advance(3_000);
		expect(kindsOf(a)).toEqual(['notWanted']);
		expect([stateOf(row, 'a'), stateOf(row, 'b')]).toEqual(['free', 'free']);
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
		const around: Around = {
			beforeWrite: async () => await fail(state.isBroken),
			afterWrite: async () => await fail(state.isLost),
		};
		return { state, process: startProcess({ around }) };
	};

	test('once is tried again, as the first calls of two processes at once fail', async () => {
		const row = new DeduplicationRow();
		const clock = virtualClock();
		const around = { beforeWrite: async () => await clock.sleep(5) };
		const [one, other] = [0, 1].map(() => startProcess({ row, clock, around }));
		const asked = [one.ask(['a']), other.ask(['b'])];
		await clock.until(Promise.all(asked.map(async (request) => await request.whenReady())));
		expect([...one.kindsOf(asked[0]), ...other.kindsOf(asked[1])]).toEqual(['claimed', 'claimed']);
	});

	test('fails what waits, releases what has not started, and is used again when it works', async () => {
		const { state, process } = fragile();
		const { clock, row, ask, claim, start } = process;
		const ready = await claim('a');
		state.isBroken = true;
		const waiting = ask(['b']);
		await clock.until(waiting.whenReady());
		expect(process.kindsOf(waiting)).toEqual([new Error('disk full')]);
		expect(start(ready)).toBe(false);
		expect(process.kindsOf(ready)).toEqual([new Error('disk full')]);
		state.isBroken = false;
		await clock.advance(5_000);
		expect(stateOf(row, 'a')).toBe('free');
		expect(await process.kinds('a', 'b')).toEqual(['claimed', 'claimed']);
	});

	test('is told of when what was sent could not be written, which is written when it can be again', async () => {
		const { state, process } = fragile();
		const { clock, ledger, row } = process;
		const request = await process.claim('a');
		process.start(request);
		ledger.end(request, 'a', 'sent');
		state.isBroken = true;
		await expect(clock.until(ledger.finish(request.claimant))).rejects.toThrow(/disk full/);
		await clock.advance(40_000);
		state.isBroken = false;
		await clock.advance(3_000);
		expect(stateOf(row, 'a')).toBe('sent');
	});

	test('although it has written keeps the email from being sent twice', async () => {
		const { state, process } = fragile();
		state.isLost = true;
		const request = process.ask(['a']);
		await process.clock.advance(30);
		state.isLost = false;
		await process.clock.until(request.whenReady());
		expect(process.kindsOf(request)).toEqual(['inDoubt']);
	});
});

test('one email in a quiet node writes the row six times, all within two seconds of its outcome', async () => {
	const { row, clock, send } = startProcess();
	await send('a');
	await clock.advance(2_000);
	expect(row.calls).toEqual(['record', 'record', 'record', 'remove', 'record', 'remove']);
	await clock.advance(60_000);
	expect(row.calls).toHaveLength(6);
	expect(row.size).toBe(1);
});

test('after a slow call, cycles are twice as far apart for 20 s, however many calls are quick', async () => {
	const clock = virtualClock();
	let callMs = 500;
	const writes: number[] = [];
	const around: Around = {
		beforeWrite: async () => {
			writes.push(clock.now());
			await clock.sleep(callMs);
		},
	};
	const { send } = startProcess({ clock, around });
	const gapsUntil = async (ms: number) => {
		const [first, end] = [writes.length, clock.now() + ms];
		for (let number = 0; clock.now() < end; number++) await send(`${end} ${number}`);
		const gaps = writes.slice(first + 1).map((at, index) => at - writes[first + index]);
		// Writes of one cycle are closer together.
		return gaps.filter((gap) => gap > 100);
	};
	await send('slow');
	callMs = 5;
	const soon = await gapsUntil(15_000);
	expect(soon.length).toBeGreaterThan(10);
	expect(Math.min(...soon)).toBeGreaterThanOrEqual(1_000);
	await clock.advance(10_000);
	const later = await gapsUntil(5_000);
	expect(Math.min(...later)).toBeGreaterThanOrEqual(300);
	expect(Math.max(...later)).toBeLessThan(1_000);
});

test('an email that ends in doubt while the row is written stays in doubt', async () => {
	let onWrite = () => {};
	const around: Around = {
		beforeWrite: async () => await Promise.resolve(onWrite()),
	};
	const process = startProcess({ around });
	const request = await process.claim('a');
	expect(process.start(request)).toBe(true);
	onWrite = () => process.ledger.end(request, 'a', 'inDoubt');
	await process.send('b');
	onWrite = () => {};
	await process.clock.advance(30_000);
	expect(stateOf(process.row, 'a')).toBe('claimed');
});

test('a history of earlier versions stays valid: what is claimed alone is sent', async () => {
	const process = startProcess();
	await dedupStore(process.row.helpers()).record([claimedValue('a')], MAX_ENTRIES);
	expect(await process.kinds('a')).toEqual(['sent']);
	await process.clock.advance(5_000);
	expect(process.row.size).toBe(1);
});

test('runs that keep asking for what was sent do not keep another process waiting', async () => {
	const one = startProcess();
	const other = startProcess(one);
	await dedupStore(one.row.helpers()).record([claimedValue('a')], MAX_ENTRIES);
	const kinds: unknown[] = [];
	for (let round = 0; round < 60; round++) {
		const asked = [one.ask(['a']), other.ask(['a'])];
		await one.clock.advance(700);
		kinds.push(...asked.flatMap(one.kindsOf));
	}
	await one.clock.advance(5_000);
	expect(kinds).not.toContain('inDoubt');
	expect(one.row.calls.length).toBeLessThan(60);
});

test('many runs learn from one look that an email was sent', async () => {
	const { row, clock, ask, kindsOf } = startProcess();
	await dedupStore(row.helpers()).record([claimedValue('a')], MAX_ENTRIES);
	const asked = Array.from({ length: 50 }, () => ask(['a']));
	await clock.advance(300);
	expect(asked.flatMap(kindsOf)).toEqual(asked.map(() => 'sent'));
});

test.each([
	['300 single emails as fast as 10 requests per second', { count: 300, size: 1, maxMs: 33_000 }],
	['6,000 recipients at 100 per request in half a minute', { count: 60, size: 100, maxMs: 30_000 }],
])('claims %s', async (_, { count, size, maxMs }) => {
	const clock = virtualClock();
	const around = { beforeWrite: async () => await clock.sleep(20) };
	const { ask, newClaimant, start, endSent } = startProcess({ clock, around });
	const claimant = newClaimant();
	let before = Promise.resolve();
	const send = async (request: ClaimRequest, previous: Promise<void>) => {
		await previous;
		do await request.whenReady();
		while (!start(request));
		void clock.sleep(200).then(() => endSent(request));
		await clock.sleep(100);
	};
	for (let order = 0; order < count; order++) {
		const names = Array.from({ length: size }, (_unused, index) => `${order}.${index}`);
		before = send(ask(names, { claimant }), before);
	}
	await clock.until(before);
	expect(clock.now()).toBeLessThan(maxMs);
});
