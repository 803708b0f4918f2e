import fc from 'fast-check';
import { Unit } from '../../nodes/Mailroom/run/Item';
import { RejectionSearch } from '../../nodes/Mailroom/run/send/RejectionSearch';
import { RejectionGuard } from '../../nodes/Mailroom/run/send/RejectionGuard';
import { CONTACTS_PER_REQUEST } from '../../nodes/Mailroom/service';
import { randomFrom } from '../support/randomFrom';

interface Row {
	number: number;
	isBad: boolean;
}

const rows = (count: number, isBad: (number: number) => boolean): Row[] =>
	Array.from({ length: count }, (_, number) => ({ number, isBad: isBad(number) }));

/** How a service tells of bad rows of a request. */
const telling = {
	nothing: () => 'bad',
	place: (_row: Row, place: number) => `contacts[${place}]: bad`,
	'last place': (_row: Row, _place: number, part: Row[]) =>
		`contacts[${part.map(({ isBad }) => isBad).lastIndexOf(true)}]: bad`,
	'place, from 1': (_row: Row, place: number) => `contacts[${place + 1}]: bad`,
	address: (row: Row) => `row${row.number}@example.com: bad`,
	'all places': (_row: Row, _place: number, part: Row[]) =>
		part.flatMap(({ isBad }, place) => (isBad ? [`contacts[${place}]: bad`] : [])).join('; '),
	'all addresses': (_row: Row, _place: number, part: Row[]) =>
		part.flatMap((row) => (row.isBad ? [`row${row.number}@example.com`] : [])).join(', '),
};

type Telling = keyof typeof telling;

/** The reason of a rejection; undefined: the rows are accepted. */
function answer(part: Row[], tells: Telling): string | undefined {
	const place = part.findIndex(({ isBad }) => isBad);
	return place === -1 ? undefined : telling[tells](part[place], place, part);
}

const nameOf = ({ number }: Row) => `row${number}@example.com`;

/** Searches one batch, without a guard. */
function searchOne(all: Row[], tells: Telling) {
	const search = new RejectionSearch(all, answer(all, tells), nameOf);
	const parts: Row[][] = [];
	for (let part = search.next(); part; part = search.next()) {
		parts.push(part);
		const reason = answer(part, tells);
		if (reason === undefined) search.notRejected();
		else search.rejected(part, reason);
	}
	const isRejected = (part: Row[]) => answer(part, tells) !== undefined;
	return {
		parts,
		accepted: parts.filter((part) => !isRejected(part)).flat(),
		rejected: parts.filter((part) => part.length === 1 && isRejected(part)).flat(),
	};
}

const numbers = (some: Row[]) => some.map(({ number }) => number).sort((a, b) => a - b);
const bad = (some: Row[]) => numbers(some.filter(({ isBad }) => isBad));
const good = (some: Row[]) => numbers(some.filter(({ isBad }) => !isBad));

const one = (number: number) => (other: number) => other === number;

test.each<[what: string, all: Row[], tells: Telling, sizes: number[]]>([
	['one row is named by its place', rows(100, one(37)), 'place', [37, 1, 62]],
	['one row is named by its address', rows(100, one(37)), 'address', [37, 1, 62]],
	['nothing is named', rows(8, one(6)), 'nothing', [4, 4, 2, 2, 1, 1]],
	['a good row is named', rows(16, one(6)), 'place, from 1', [7, 4, 3, 2, 1, 1, 8]],
	[
		'several rows are named',
		rows(100, (number) => number % 40 === 0),
		'all places',
		[1, 39, 1, 39, 1, 19],
	],
])('a rejected batch of which %s is sent in these parts', (_what, all, tells, expected) => {
	const { parts, rejected } = searchOne(all, tells);

	expect(parts.map(({ length }) => length)).toEqual(expected);
	expect(numbers(rejected)).toEqual(bad(all));
});

test('after four rows in a row that were rejected alone, the search goes on in the far half', () => {
	const { parts } = searchOne(
		rows(64, (number) => number < 32),
		'nothing',
	);
	const fourth = parts.filter(({ length }) => length === 1)[3];

	expect(parts[parts.indexOf(fourth) + 1].map(({ number }) => number)).toEqual(
		Array.from({ length: 16 }, (_, index) => 48 + index),
	);
});

// Without a size, fast-check makes no more than about 14.
const upTo100 = { minLength: 2, maxLength: 100, size: 'max' } as const;
const anyRows = fc
	.oneof(
		fc.array(fc.boolean(), upTo100),
		fc.array(fc.constantFrom(false, false, false, true), upTo100),
		fc.array(fc.constant(true), upTo100),
	)
	.map((isBad) => rows(isBad.length, (number) => isBad[number]));
const anyTelling = fc.constantFrom(...(Object.keys(telling) as Telling[]));

test('whatever is wrong with the rows of a batch, the good ones are accepted, and the bad ones are tried alone', () => {
	fc.assert(
		fc.property(anyRows, anyTelling, (all, tells) => {
			fc.pre(answer(all, tells) !== undefined);
			const { parts, accepted, rejected } = searchOne(all, tells);

			expect(numbers(accepted)).toEqual(good(all));
			expect(numbers(rejected)).toEqual(bad(all));
			expect(parts.length).toBeLessThan(2 * all.length);
		}),
		{ numRuns: 1_000 },
	);
});

/** A run in which all batches are searched at the same time, one request of each after the other. */
function simulate(all: Row[], tells: Telling, batchesAtOnce = 20) {
	const guard = new RejectionGuard();
	const tried: Row[] = [];
	let requests = 0;
	const ask = (part: Row[]) => {
		requests++;
		const reason = answer(part, tells);
		if (reason === undefined) guard.note({ kind: 'accepted', result: {}, at: 0 });
		if (reason === undefined || part.length === 1) tried.push(...part);
		return reason;
	};
	/** Each step is one request. */
	function* searchBatch(batch: Row[]) {
		const reason = ask(batch);
		yield;
		if (reason === undefined) return;
		const search = new RejectionSearch(batch, reason, nameOf);
		for (let part = search.next(); part && !guard.reached; part = search.next()) {
			const again = ask(part);
			if (again === undefined) search.notRejected();
			else search.rejected(part, again);
			if (again !== undefined && part.length === 1) {
				const unit = new Unit({ index: part[0].number, units: [] }, {});
				guard.noteAlone(unit, { kind: 'rejected', problem: again, scope: 'units' });
			}
			yield;
		}
	}
	const waiting = Array.from({ length: Math.ceil(all.length / CONTACTS_PER_REQUEST) }, (_, batch) =>
		all.slice(batch * CONTACTS_PER_REQUEST, (batch + 1) * CONTACTS_PER_REQUEST),
	);
	const running = new Set<Generator>();
	while (running.size > 0 || (waiting.length > 0 && !guard.reached)) {
		const started = guard.reached ? [] : waiting.splice(0, batchesAtOnce - running.size);
		for (const batch of started) running.add(searchBatch(batch));
		for (const batch of running) if (batch.next().done) running.delete(batch);
	}
	return { requests, untriedGood: good(all).length - good(tried).length };
}

/** Runs with so many bad rows at random places. */
function simulateMany(count: number, badCount: number, tells: Telling, runs = 200) {
	const results = Array.from({ length: runs }, (_, seed) => {
		const random = randomFrom(seed + 1);
		const isBad = new Set<number>();
		while (isBad.size < badCount) isBad.add(Math.floor(random() * count));
		return simulate(
			rows(count, (number) => isBad.has(number)),
			tells,
		);
	});
	const withUntried = results.filter(({ untriedGood }) => untriedGood > 0).length;
	return {
		requests: Math.round(results.reduce((sum, { requests }) => sum + requests, 0) / runs),
		runsWithUntriedGood: Math.round((100 * withUntried) / runs),
	};
}

describe('the requests of a run', () => {
	test.each<[count: number, tells: Telling, most: number]>([
		[100, 'nothing', 60],
		[500, 'nothing', 100],
		[500, 'place', 100],
		[500, 'all places', 100],
		[500, 'last place', 100],
		[500, 'place, from 1', 100],
		[10_000, 'nothing', 200],
		[10_000, 'place', 200],
		[10_000, 'last place', 200],
	])('in which all of %d rows are rejected (%s) are at most %d', (count, tells, most) => {
		const all = rows(count, () => true);

		expect(simulate(all, tells).requests).toBeLessThanOrEqual(most);
	});

	test.each<[count: number, badCount: number, tells: Telling, requests: number, untried: number]>([
		[100, 1, 'nothing', 15, 0],
		[100, 1, 'place', 4, 0],
		[100, 5, 'nothing', 47, 0],
		[100, 5, 'place', 16, 0],
		[100, 5, 'last place', 23, 0],
		[100, 90, 'nothing', 175, 12],
		[100, 97, 'nothing', 125, 52],
	])(
		'with %d rows of which %d are rejected (%s) are about %d, and in %d %% of runs good rows stay untried',
		(count, badCount, tells, requests, untried) => {
			const found = simulateMany(count, badCount, tells);

			expect(found.requests).toBeLessThanOrEqual(requests);
			expect(found.runsWithUntriedGood).toBeLessThanOrEqual(untried);
		},
	);

	test('find 75 good rows behind 25 bad ones', () => {
		const all = rows(100, (number) => number < 25);

		expect(simulate(all, 'nothing').untriedGood).toBe(0);
	});

	test('with a bad row in each hundred of 10,000 leave no good row untried', () => {
		const all = rows(10_000, (number) => number % 100 === 50);

		expect(simulate(all, 'place')).toEqual({ requests: 400, untriedGood: 0 });
	});
});

describe('the guard', () => {
	const unit = new Unit({ index: 0, units: [] }, {});
	const rejected = { kind: 'rejected', problem: 'bad', scope: 'units' } as const;
	const reject = (guard: RejectionGuard, times: number) => {
		for (let time = 0; time < times; time++) guard.noteAlone(unit, rejected);
	};
	const accept = (guard: RejectionGuard) => guard.note({ kind: 'accepted', result: {}, at: 0 });

	test('is reached by 20 rejections in a row while nothing was accepted', () => {
		const guard = new RejectionGuard();
		reject(guard, 19);
		expect(guard.reached).toBeUndefined();
		reject(guard, 1);
		expect(guard.reached).toMatchObject({ inARow: 20 });
	});

	test('is reached by 100 rejections in a row once something was accepted', () => {
		const guard = new RejectionGuard();
		reject(guard, 19);
		accept(guard);
		reject(guard, 99);
		expect(guard.reached).toBeUndefined();
		reject(guard, 1);
		expect(guard.reached).toMatchObject({ inARow: 100 });
	});

	test('counts no failure that is no rejection', () => {
		const guard = new RejectionGuard();
		reject(guard, 19);
		guard.noteAlone(unit, { ...rejected, kind: 'inDoubt' });
		reject(guard, 19);
		guard.noteAlone(unit, undefined);
		reject(guard, 19);
		expect(guard.reached).toBeUndefined();
	});
});
