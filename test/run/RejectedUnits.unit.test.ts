import fc from 'fast-check';
import { RejectedUnits, type Reason } from '../../nodes/Mailroom/execution/RejectedUnits';

/** A unit, and why the service rejects it; undefined: it takes it. */
interface Row {
	number: number;
	fault?: string;
	columns?: object;
}

const rows = (count: number, faultOf: (number: number) => string | undefined): Row[] =>
	Array.from({ length: count }, (_, number) => ({ number, fault: faultOf(number) }));

/** How a service tells of the first bad row of a request. */
const telling = {
	place: (row: Row, place: number) => `contacts[${place}]: ${row.fault}`,
	'place, from 1': (row: Row, place: number) => `contacts[${place + 1}]: ${row.fault}`,
	address: (row: Row) => `row${row.number}@example.com: ${row.fault}`,
	nothing: (row: Row) => `${row.fault}`,
	'all places': (_row: Row, _place: number, part: Row[]) =>
		part.flatMap(({ fault }, place) => (fault ? [`contacts[${place}]: ${fault}`] : [])).join('; '),
	'all addresses': (row: Row, _place: number, part: Row[]) =>
		`${row.fault} for ${part.flatMap(({ fault, number }) => (fault ? [`row${number}@example.com`] : [])).join(', ')}`,
};

type Telling = keyof typeof telling;

function answer(part: Row[], tells: Telling): Reason | undefined {
	const place = part.findIndex(({ fault }) => fault !== undefined);
	if (place === -1) return undefined;
	return { reason: telling[tells](part[place], place, part), status: 400 };
}

/** Isolates the bad rows of a request, as the node does; in order it ends at the first row that is rejected alone. */
function search(all: Row[], tells: Telling, { isInOrder = false } = {}) {
	const rejection = answer(all, tells);
	if (!rejection) throw new Error('All rows are good');
	const parts: Row[][] = [];
	const accepted: Row[] = [];
	const rejected: Row[] = [];
	const units = new RejectedUnits(all, rejection, {
		isInOrder,
		nameOf: ({ number }) => `row${number}@example.com`,
		bodyOf: ({ columns }) => ({ contacts: [columns] }),
	});
	const isOver = () => isInOrder && rejected.length > 0;
	for (let part = units.next(); part && !isOver(); part = units.next()) {
		parts.push(part);
		const reason = answer(part, tells);
		if (reason) units.rejected(part, reason);
		else units.notRejected(part);
		if (!reason) accepted.push(...part);
		else if (part.length === 1) rejected.push(...part);
	}
	return { parts, accepted, rejected, assumed: isOver() ? [] : units.rest };
}

const sizes = ({ parts }: { parts: Row[][] }) => parts.map(({ length }) => length);
const numbers = (some: Row[]) => some.map(({ number }) => number).sort((a, b) => a - b);

describe('a rejected batch', () => {
	const one = (bad: number) => (number: number) => (number === bad ? 'bad' : undefined);
	test.each<[what: string, all: Row[], tells: Telling, sizes: number[]]>([
		['one row is named by its place', rows(100, one(37)), 'place', [1, 99]],
		['one row is named by its address', rows(100, one(37)), 'address', [1, 99]],
		['nothing is named', rows(8, one(6)), 'nothing', [4, 4, 2, 2, 1, 1]],
		['a good row is named', rows(16, one(6)), 'place, from 1', [1, 15, 8, 4, 4, 2, 2, 1, 1, 7]],
		[
			'several rows are named',
			rows(100, (number) => (number % 40 === 0 ? `bad ${number}` : undefined)),
			'all places',
			[1, 1, 1, 97],
		],
	])('of which %s is sent in these parts', (_what, all, tells, expected) => {
		const found = search(all, tells);
		const isBad = ({ fault }: Row) => fault !== undefined;

		expect(sizes(found)).toEqual(expected);
		expect(numbers(found.rejected)).toEqual(numbers(all.filter(isBad)));
	});

	test.each<Telling>(['place', 'address', 'nothing', 'all places', 'all addresses'])(
		'of which everything is rejected alike (%s) takes 30 requests at the most',
		(tells) => {
			const all = rows(100, () => 'bad');
			const found = search(all, tells);

			// Then 500 rows take 150.
			expect(1 + found.parts.length).toBeLessThanOrEqual(30);
			expect(found.rejected.length).toBeGreaterThanOrEqual(8);
			expect(found.assumed.length).toBeGreaterThan(0);
			expect(numbers([...found.rejected, ...found.assumed])).toEqual(numbers(all));
		},
	);

	test('takes no more when each row has another column', () => {
		const all = rows(100, () => 'bad');
		for (const row of all) row.columns = { [row.number]: 1 };

		expect(1 + search(all, 'place').parts.length).toBeLessThanOrEqual(30);
	});

	const plan = { plan: 'pro', seats: 1, lists: ['a'] };
	test.each<[what: string, columns: object, isTried: boolean]>([
		['lacks a column', { ...plan, plan: undefined }, true],
		['has a text for a number', { ...plan, seats: '1' }, true],
		['is on another list', { ...plan, lists: ['b'] }, true],
		['is on no list', { ...plan, lists: [] }, true],
		['has another value', { ...plan, plan: 'free', seats: 2 }, false],
	])('is not given up before the row is tried that %s: %j', (_what, columns, isTried) => {
		const all = rows(100, (number) => (number === 86 ? undefined : 'bad'));
		for (const row of all) row.columns = plan;
		all[86].columns = columns;
		const found = search(all, 'place');

		expect(numbers(found.accepted)).toEqual(isTried ? [86] : []);
		expect(found.assumed.length === 0).toBe(isTried);
	});

	test.each<[string, number, Telling]>([
		['second', 2, 'nothing'],
		['third', 3, 'nothing'],
		['fourth', 4, 'nothing'],
		['fourth', 4, 'place'],
	])('of which every %s row is good (%d, %s) is searched to its end', (_name, every, tells) => {
		for (let size = 8; size <= 100; size++) {
			for (let first = 0; first < every; first++) {
				const isGood = (number: number) => number % every === first;
				const found = search(
					rows(size, (number) => (isGood(number) ? undefined : 'bad')),
					tells,
				);
				expect(found.assumed).toEqual([]);
				expect(found.accepted.every(({ number }) => isGood(number))).toBe(true);
				expect([size, first, found.accepted.length]).toEqual([
					size,
					first,
					Math.ceil((size - first) / every),
				]);
			}
		}
	});
});

test.each<Telling>(['place', 'address', 'nothing', 'all places', 'place, from 1'])(
	'in order what stands before the first bad row is tried before it (%s)',
	(tells) => {
		const found = search(
			rows(100, (number) => (number % 37 === 36 ? 'bad' : undefined)),
			tells,
			{ isInOrder: true },
		);
		expect(numbers(found.rejected)).toEqual([36]);
		expect(numbers(found.accepted)).toEqual([...Array(36).keys()]);
	},
);

// Without a size, fast-check makes no more than about 14.
const upTo100 = { minLength: 2, maxLength: 100, size: 'max' } as const;
const faults = fc.constantFrom(undefined, undefined, undefined, 'bad', 'ugly');
const anyRows = fc
	.oneof(
		fc.array(faults, upTo100),
		fc.array(fc.constantFrom(undefined, 'bad'), upTo100),
		fc.array(fc.constant('bad'), upTo100),
		fc.array(fc.constantFrom('bad', 'ugly'), upTo100),
	)
	.map((some) => rows(some.length, (number) => some[number]));
const anyTelling = fc.constantFrom(...(Object.keys(telling) as Telling[]));

test('whatever is wrong with the rows of a batch every row has one outcome, and a good one is accepted unless everything that was tried was rejected alike', () => {
	fc.assert(
		fc.property(anyRows, anyTelling, (all, tells) => {
			if (!answer(all, tells)) return;
			const { accepted, rejected, assumed } = search(all, tells);

			expect(numbers([...accepted, ...rejected, ...assumed])).toEqual(numbers(all));
			expect(accepted.every(({ fault }) => fault === undefined)).toBe(true);
			expect(rejected.every(({ fault }) => fault !== undefined)).toBe(true);
			if (assumed.length === 0) return;
			expect(rejected.length).toBeGreaterThanOrEqual(8);
			expect(accepted).toEqual([]);
			expect(new Set(rejected.map(({ fault }) => fault)).size).toBe(1);
		}),
		{ numRuns: 1_000 },
	);
});
