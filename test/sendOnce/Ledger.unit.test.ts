import { claimedValue, openValue } from '../../nodes/Mailroom/sendOnce/dedupEntry';
import { DedupStoreError } from '../../nodes/Mailroom/sendOnce/DedupStore';
import { dedupStore } from '../../nodes/Mailroom/sendOnce/DedupStore';
import { Ledger } from '../../nodes/Mailroom/sendOnce/Ledger';
import { virtualClock } from '../support/virtualClock';
import { DeduplicationRow, type Around } from './DeduplicationRow';
import { stateOf } from './stateOf';
import type { Claim } from '../../nodes/Mailroom/sendOnce/Claim';
import type { Claimant, EmailAsked } from '../../nodes/Mailroom/sendOnce/ClaimRequest';

/** After so much time the leases of all earlier processes have lapsed. */
const MUCH_LATER_MS = 60_000;
let startedLater = 0;

/** Two values tell that the node is in use. */
const VALUES_OF_USE = 2;

/** A process of n8n on a row that others may share, and on their clock. */
function startProcess({
	row = new DeduplicationRow(),
	clock = virtualClock(),
	around = {},
	historySize = 1_000,
}: {
	row?: DeduplicationRow;
	clock?: ReturnType<typeof virtualClock>;
	around?: Around;
	historySize?: number;
} = {}) {
	const store = dedupStore(row.helpers(around));
	const ledger = new Ledger(clock, store);
	ledger.use(store, historySize);
	const newClaimant = (): Claimant => ({
		isWanted: () => true,
		leftInDoubt: new Set(),
	});
	const asked = (emails: Array<string | EmailAsked>) =>
		emails.map((email) => (typeof email === 'string' ? { name: email } : email));
	/** Each time another run asks, unless it is named. */
	const ask = async (emails: Array<string | EmailAsked>, run: Partial<Claimant> = {}) =>
		await ledger.claim({ emails: asked(emails), claimant: { ...newClaimant(), ...run }, order: 0 });
	/** Result of each. */
	const kinds = async (...emails: Array<string | EmailAsked>) =>
		[...(await clock.until(ask(emails))).values()].map(({ kind }) => kind);
	const claim = async (...emails: Array<string | EmailAsked>): Promise<Claim[]> =>
		[...(await clock.until(ask(emails))).values()].map((answer) => {
			if (answer.kind !== 'claimed') throw new Error(answer.kind);
			return answer.claim;
		});
	/** Starts a request as soon as it is known whether it may. */
	const start = async (claims: Claim[]) => {
		while (!ledger.canStart(claims)) await clock.advance(10);
		return ledger.start(claims);
	};
	return { row, clock, ledger, newClaimant, ask, kinds, claim, start };
}

/** A process that starts when the leases of all others have lapsed. */
async function startAfterCrash({
	row,
	clock,
}: Pick<ReturnType<typeof startProcess>, 'row' | 'clock'>) {
	const later = virtualClock();
	startedLater++;
	await later.advance(clock.now() + startedLater * MUCH_LATER_MS);
	return startProcess({ row, clock: later });
}

describe('a claim', () => {
	test('is in doubt after a crash, until it is written that it was sent', async () => {
		const process = startProcess();
		const [a, b, c] = await process.claim('a', 'b', 'c');
		process.ledger.end(a, 'sent');
		process.ledger.end(b, 'inDoubt');
		expect(c.isSettled).toBe(true);
		expect(await (await startAfterCrash(process)).kinds('a', 'b', 'c')).toEqual([
			'inDoubt',
			'inDoubt',
			'inDoubt',
		]);
		await process.clock.advance(1_000);
		expect(await (await startAfterCrash(process)).kinds('a', 'b', 'c')).toEqual([
			'sent',
			'inDoubt',
			'inDoubt',
		]);
	});

	test('is free again when it was released, and leaves nothing behind', async () => {
		const process = startProcess();
		const [a] = await process.claim('a');
		process.ledger.end(a, 'released');
		await process.clock.advance(5_000);
		expect(process.row.size).toBe(VALUES_OF_USE);
		expect(await process.kinds('a')).toEqual(['claimed']);
	});

	test('that is alive in another process is waited for', async () => {
		const one = startProcess();
		const other = startProcess(one);
		const [a] = await one.claim('a');
		const kinds = other.kinds('a');
		await one.clock.advance(40_000);
		one.ledger.end(a, 'sent');
		expect(await kinds).toEqual(['sent']);
	});

	test.each(['this', 'another'])('of %s process is waited for a minute', async (which) => {
		const one = startProcess();
		const other = which === 'this' ? one : startProcess(one);
		const [a] = await one.claim('a');
		one.ledger.start([a]);
		const askedAt = one.clock.now();
		expect(await other.kinds('a')).toEqual(['inFlight']);
		expect(one.clock.now() - askedAt).toBeGreaterThanOrEqual(60_000);
		expect(one.clock.now() - askedAt).toBeLessThan(65_000);
	});

	test('of another process whose clock is some seconds off is in flight, too', async () => {
		const one = startProcess();
		await one.clock.advance(9_500);
		const ahead = startProcess({ row: one.row });
		await ahead.clock.advance(17_000);
		const [a] = await one.claim('a');
		const asked = ahead.ask(['a']);
		for (let second = 0; second < 30; second++) {
			if (second === 25) one.ledger.end(a, 'sent');
			for (const { clock } of [one, ahead]) await clock.advance(1_000);
		}
		expect((await asked).get('a')).toEqual({ kind: 'sent' });
	});

	test.each(['this', 'another'])(
		'is not held while an earlier request of its run waits for a run of %s process',
		async (which) => {
			const one = startProcess();
			const { clock, ledger, newClaimant } = which === 'this' ? one : startProcess(one);
			const claimant = newClaimant();
			const [a] = await one.claim('a');
			const both = ['a', 'b'].map(
				async (name) =>
					await ledger.claim({ emails: [{ name }], claimant, order: Number(name === 'b') }),
			);
			await clock.advance(500);
			const [b] = await one.claim('b');
			for (const claim of [a, b]) one.ledger.end(claim, 'sent');
			const answers = await clock.until(Promise.all(both));
			expect(answers.flatMap((some) => [...some.values()])).toEqual([
				{ kind: 'sent' },
				{ kind: 'sent' },
			]);
		},
	);

	test('that was given back gets the room before those of later requests of its run, when it is claimed again', async () => {
		const { clock, ledger, newClaimant } = startProcess();
		const claimant = newClaimant();
		const claim = async (order: number) => {
			const emails = [{ name: `${order}` }];
			return [...(await ledger.claim({ emails, claimant, order })).values()][0];
		};
		const [first] = Array.from({ length: 30 }, async (_, order) => await claim(order));
		await clock.advance(3_000);
		const answer = await first;
		if (answer.kind === 'claimed') ledger.end(answer.claim, 'released');
		const again = claim(0);
		await clock.advance(10_000);
		expect(await Promise.race([again, Promise.resolve('no answer')])).toMatchObject({
			kind: 'claimed',
		});
	});

	test('of a short run comes before the later ones of a long run', async () => {
		const { clock, ledger, newClaimant, claim } = startProcess();
		const claimant = newClaimant();
		const claimed: Claim[] = [];
		for (let order = 0; order < 50; order++) {
			void ledger.claim({ emails: [{ name: `${order}` }], claimant, order }).then((answers) => {
				for (const answer of answers.values()) {
					if (answer.kind === 'claimed') claimed.push(answer.claim);
				}
			});
		}
		await clock.advance(3_000);
		expect(claimed).toHaveLength(10);
		const own = claim('short');
		await clock.advance(100);
		for (const one of claimed.slice(0, 2)) ledger.start([one]);
		await own;
		expect(claimed.length).toBeLessThan(15);
	});

	test('in doubt is taken over when that is wanted, and stays in doubt when it is released', async () => {
		const process = startProcess();
		await process.claim('a');
		const next = await startAfterCrash(process);
		expect(await next.kinds('a')).toEqual(['inDoubt']);
		await next.clock.advance(5_000);
		const [a] = await next.claim({ name: 'a', evenInDoubt: true });
		next.ledger.end(a, 'released');
		await next.clock.advance(1_000);
		expect(await next.kinds('a')).toEqual(['inDoubt']);
	});

	test('belongs to one email where it says which', async () => {
		const process = startProcess();
		const [a] = await process.claim({ name: 'a', digest: 'one' });
		process.ledger.end(a, 'sent');
		expect(await process.kinds({ name: 'a', digest: 'other' })).toEqual(['otherEmail']);
		await process.clock.advance(1_000);
		const next = await startAfterCrash(process);
		expect(await next.kinds({ name: 'a', digest: 'other' })).toEqual(['otherEmail']);
		await next.clock.advance(5_000);
		expect(await next.kinds({ name: 'a', digest: 'one' })).toEqual(['sent']);
	});
});

describe('no more is open at once', () => {
	test('than ten requests that have not started', async () => {
		const { row, clock, ask } = startProcess();
		const names = Array.from({ length: 15 }, (_, index) => `${index}`);
		for (const name of names) void ask([name]);
		await clock.advance(3_000);
		expect(names.filter((name) => stateOf(row, name) === 'claimed')).toHaveLength(10);
	});

	test.each([
		['than twenty requests', 1, 20],
		['than two requests of a hundred', 100, 2],
	])('%s, however many ask', async (_, size, most) => {
		const { row, clock, ledger, ask } = startProcess();
		const requests = Array.from({ length: 4 * most }, (_unused, request) =>
			Array.from({ length: size }, (_one, index) => `${request}.${index}`),
		);
		const claimed: Claim[][] = [];
		const all = requests.map(async (names) => {
			const answers = [...(await ask(names)).values()];
			const own = answers.flatMap((answer) => (answer.kind === 'claimed' ? answer.claim : []));
			ledger.start(own);
			claimed.push(own);
		});
		const openCount = () =>
			requests.filter(([name]) => ['claimed', 'open alone'].includes(stateOf(row, name))).length;
		for (let round = 1; round <= 4; round++) {
			await clock.advance(3_000);
			expect(claimed).toHaveLength(round * most);
			expect(openCount()).toBe(most);
			for (const claim of claimed.slice(-most).flat()) ledger.end(claim, 'sent');
		}
		await clock.until(Promise.all(all));
		await clock.advance(2_000);
		expect(openCount()).toBe(0);
	});

	test('but a request that is larger by itself waits only for the others', async () => {
		const { clock, ledger, ask, claim } = startProcess();
		const [other] = await claim('other');
		const large = ask(Array.from({ length: 201 }, (_, index) => `${index}`));
		await clock.advance(3_000);
		ledger.end(other, 'sent');
		const answers = [...(await clock.until(large)).values()];
		expect(answers.every(({ kind }) => kind === 'claimed')).toBe(true);
	});

	test('and claims without a request are not made, or are released', async () => {
		const { row, clock, ledger, ask, claim } = startProcess();
		const busy = Array.from({ length: 19 }, (_, index) => `busy ${index}`);
		for (const name of busy) ledger.start(await claim(name));
		let isWanted = true;
		const answers = ['a', 'b'].map(async (name) => await ask([name], { isWanted: () => isWanted }));
		await clock.advance(300);
		expect(stateOf(row, 'a')).toBe('claimed');
		isWanted = false;
		const [a] = await clock.until(Promise.all(answers));
		await clock.advance(2_000);
		expect(a.get('a')?.kind).toBe('notWanted');
		expect([stateOf(row, 'a'), stateOf(row, 'b')]).toEqual(['free', 'free']);
	});
});

describe('a history that fails', () => {
	/** A store that can be broken and mended. */
	const fragile = () => {
		const state = { isBroken: false };
		const beforeWrite = async () => {
			await Promise.resolve();
			if (state.isBroken) throw new Error('disk full');
		};
		return { state, process: startProcess({ around: { beforeWrite } }) };
	};

	test('keeps a request from starting until its claim is confirmed', async () => {
		const { state, process } = fragile();
		const { clock, ledger, start } = process;
		const [a] = await process.claim('a');
		expect(await start([a])).toBe(true);
		state.isBroken = true;
		await clock.advance(5_000);
		expect(ledger.canStart([a])).toBe(false);
		expect(ledger.start([a])).toBe(false);
		await clock.advance(2_000);
		state.isBroken = false;
		expect(await start([a])).toBe(true);
		state.isBroken = true;
		await clock.advance(5_000);
		await expect(start([a])).rejects.toThrow(DedupStoreError);
	});

	test('is told of when what was sent could not be written, which is written when it can be again', async () => {
		const { state, process } = fragile();
		const { clock, ledger, row } = process;
		const [a] = await process.claim('a');
		ledger.end(a, 'sent');
		state.isBroken = true;
		const { claimant } = a.request;
		await expect(clock.until(ledger.finish(claimant))).rejects.toThrow(
			/may treat emails of this run as in doubt/,
		);
		await clock.advance(40_000);
		state.isBroken = false;
		await clock.advance(3_000);
		expect(stateOf(row, 'a')).toBe('sent');
	});

	test('learns of a response that came while it failed', async () => {
		const { state, process } = fragile();
		const { clock, ledger, row, start } = process;
		const [a] = await process.claim('a');
		expect(await start([a])).toBe(true);
		state.isBroken = true;
		await clock.advance(40_000);
		ledger.end(a, 'sent');
		state.isBroken = false;
		await clock.advance(3_000);
		expect(stateOf(row, 'a')).toBe('sent');
	});

	test('writes an outcome again when the first half of its writing was all that succeeded', async () => {
		// The store is tried twice.
		let failures = 2;
		const row = new DeduplicationRow();
		const beforeWrite = async () => {
			await Promise.resolve();
			if (!row.calls.includes('remove') || row.calls.at(-1) === 'remove' || failures === 0) return;
			failures--;
			throw new Error('disk full');
		};
		const { clock, ledger, claim, kinds } = startProcess({ row, around: { beforeWrite } });
		const [a] = await claim('a');
		ledger.end(a, 'released');
		await clock.advance(20_000);
		expect(failures).toBe(0);
		expect(await kinds('a')).toEqual(['claimed']);
	});
});

describe('a claim that another process has undone', () => {
	test('does not stand before it is proven anew', async () => {
		const { row, clock, claim, ledger, start } = startProcess();
		const claims = await claim('a');
		expect(ledger.canStart(claims)).toBe(true);
		await dedupStore(row.helpers()).remove([claimedValue('a'), openValue('a')]);
		while (!row.has(openValue('a'))) await clock.advance(1);
		await clock.advance(1);
		expect(ledger.canStart(claims)).toBe(false);
		expect(await start(claims)).toBe(true);
	});
});

describe('the oldest are forgotten', () => {
	const HOUR_MS = 3_600_000;
	const HISTORY_SIZE = 1_000;
	const OLD = 10_000;

	/** Number of emails sent before. */
	const fill = async (row: DeduplicationRow) => {
		const names = Array.from({ length: OLD }, (_, index) => claimedValue(`old ${index}`));
		await dedupStore(row.helpers()).record(names);
	};

	test('at the first use after an hour without, but none of the last', async () => {
		const process = startProcess({ historySize: HISTORY_SIZE });
		const { row, clock, ledger, claim } = process;
		await fill(row);
		await clock.advance(3 * HOUR_MS);
		for (const one of await claim('a')) ledger.end(one, 'sent');
		await clock.advance(5_000);
		expect(
			['a', 'old 1', `old ${OLD - HISTORY_SIZE}`, `old ${OLD - 1}`].map((name) =>
				stateOf(row, name),
			),
		).toEqual(['sent', 'free', 'sent', 'sent']);
	});
});

describe('a history whose calls take long', () => {
	test('lets a request start all the same', async () => {
		const clock = virtualClock();
		const beforeWrite = async () => await clock.sleep(1_300);
		const { claim, start } = startProcess({ clock, around: { beforeWrite } });
		const claims = await claim('a');
		expect(await start(claims)).toBe(true);
	});

	test('once: what was seen so long ago is looked at again, before a request has its turn', async () => {
		const clock = virtualClock();
		let stallMs = 0;
		let isStalled = false;
		const beforeWrite = async () => {
			isStalled = stallMs > 0;
			await clock.sleep(20 + stallMs);
			isStalled = false;
		};
		const { claim, ledger, start } = startProcess({ clock, around: { beforeWrite } });
		const claims = await claim('a');
		expect(ledger.canStart(claims)).toBe(true);
		stallMs = 3_000;
		while (!isStalled) await clock.advance(1);
		stallMs = 0;
		while (isStalled) await clock.advance(1);
		expect(ledger.canStart(claims)).toBe(false);
		expect(await start(claims)).toBe(true);
	});
});

test('an entry that is open without a lease for a moment is no doubt', async () => {
	const process = startProcess();
	const [a] = await process.claim('a');
	process.ledger.end(a, 'sent');
	await process.clock.advance(5_000);
	// A removed value returns with another process's write, and is removed again.
	const history = dedupStore(process.row.helpers());
	await history.record([openValue('a')]);
	const next = startProcess(process);
	const asked = next.kinds('a');
	await process.clock.advance(1_000);
	await history.remove([openValue('a')]);
	expect(await asked).toEqual(['sent']);
});

test('a ledger at rest leaves in the history one value for each email that was sent', async () => {
	const { row, clock, ledger, claim } = startProcess();
	for (const name of ['a', 'b', 'c']) {
		const [one] = await claim(name);
		ledger.end(one, 'sent');
	}
	await clock.advance(40_000);
	expect(row.size).toBe(3 + VALUES_OF_USE);
	// A request without a key has no claims.
	expect([ledger.canStart([]), ledger.start([])]).toEqual([true, true]);
});

describe.each([250, 700, 1_500, 4_000, 9_000, 20_000])(
	'a process that takes %i ms from reading the history to writing it',
	(stallMs) => {
		/** The slow one asks for "a", and takes so long. */
		const slowAfter = async (sendFirst: boolean) => {
			const fast = startProcess();
			const { clock } = fast;
			// Otherwise the slow one would insert the row.
			await fast.claim('other');
			let isSent = false;
			const send = async () => {
				const answer = (await clock.until(fast.ask(['a']))).get('a');
				isSent = answer?.kind === 'claimed';
				if (answer?.kind === 'claimed') fast.ledger.end(answer.claim, 'sent');
			};
			if (sendFirst) {
				await send();
				await clock.advance(300);
			}
			let isFirst = true;
			const around = {
				beforeWrite: async () => {
					if (isFirst) await clock.sleep(stallMs);
					isFirst = false;
				},
			};
			const slow = startProcess({ ...fast, around });
			const asked = slow.ask([{ name: 'a', evenInDoubt: true }]);
			await clock.advance(10);
			if (!sendFirst) await send();
			return { ...fast, slow, asked, isSent };
		};

		test('is told that it may send only what the other one has not sent meanwhile', async () => {
			const { clock, row, slow, asked, isSent } = await slowAfter(false);
			const answer = (await clock.until(asked)).get('a');
			expect(answer?.kind === 'claimed').toBe(!isSent);
			if (answer?.kind === 'claimed') slow.ledger.end(answer.claim, 'sent');
			await clock.advance(60_000);
			expect(stateOf(row, 'a')).toBe('sent');
		});

		test('does not leave in doubt what it has undone', async () => {
			const { clock, row, asked, isSent } = await slowAfter(true);
			expect(isSent).toBe(true);
			expect((await clock.until(asked)).get('a')?.kind).not.toBe('claimed');
			await clock.advance(60_000);
			expect(stateOf(row, 'a')).toBe('sent');
		});
	},
);
