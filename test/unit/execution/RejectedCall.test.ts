import fc from 'fast-check';
import { RejectedCall, type Rejection } from '../../../nodes/Mailroom/execution/RejectedCall';

/** A piece, and why the service rejects it; undefined: it takes it. */
interface Row {
	number: number;
	fault?: string;
	kind: string;
}

const rows = (count: number, faultOf: (number: number) => string | undefined): Row[] =>
	Array.from({ length: count }, (_, number) => ({ number, fault: faultOf(number), kind: '' }));

/** How a service tells of the first bad row of a request. */
const telling = {
	place: (row: Row, place: number) => `contacts[${place}]: ${row.fault}`,
	'place, from 1': (row: Row, place: number) => `contacts[${place + 1}]: ${row.fault}`,
	address: (row: Row) => `row${row.number}@example.com: ${row.fault}`,
	nothing: (row: Row) => `${row.fault}`,
	'all places': (_row: Row, _place: number, part: Row[]) =>
		part.flatMap(({ fault }, place) => (fault ? [`contacts[${place}]: ${fault}`] : [])).join('; '),
	'all places in brackets': (row: Row, _place: number, part: Row[]) =>
		`${row.fault} (${part.flatMap(({ fault }, place) => (fault ? [`contacts[${place}]`] : [])).join(', ')})`,
	'all addresses': (row: Row, _place: number, part: Row[]) =>
		`${row.fault} for ${part.flatMap(({ fault, number }) => (fault ? [`row${number}@example.com`] : [])).join(', ')}`,
	'how many': (row: Row, _place: number, part: Row[]) =>
		`${part.filter(({ fault }) => fault).length} contacts: ${row.fault}`,
	'the first three': (_row: Row, _place: number, part: Row[]) =>
		part
			.flatMap(({ fault }, place) => (fault ? [`contacts[${place}]: ${fault}`] : []))
			.slice(0, 3)
			.join(', '),
};

type Telling = keyof typeof telling;

function answer(part: Row[], tells: Telling): Rejection | undefined {
	const place = part.findIndex(({ fault }) => fault !== undefined);
	if (place === -1) return undefined;
	return { reason: telling[tells](part[place], place, part), status: 400 };
}

const hints = (isInOrder = false) => ({
	isInOrder,
	addressOf: ({ number }: Row) => `row${number}@example.com`,
	kindOf: ({ kind }: Row) => kind,
});

/** Tries parts until there are none, as the node does; in order it ends at the first row that is rejected alone. */
function search(call: RejectedCall<Row>, tells: Telling, isInOrder = false) {
	const parts: Row[][] = [];
	const accepted: Row[] = [];
	const rejected: Row[] = [];
	for (let part = call.next(); part; part = call.next()) {
		parts.push(part);
		const rejection = answer(part, tells);
		if (!rejection) accepted.push(...part);
		else if (part.length === 1) rejected.push(...part);
		if (isInOrder && rejected.length > 0) break;
		call.tell(part, rejection);
	}
	return { parts, accepted, rejected, untried: call.untried, isRefusedAlike: call.isRefusedAlike };
}

function searchRejected(all: Row[], tells: Telling, isInOrder = false) {
	const rejection = answer(all, tells);
	if (!rejection) throw new Error('All rows are good');
	return search(RejectedCall.rejected(all, hints(isInOrder), rejection), tells, isInOrder);
}

const sizes = ({ parts }: { parts: Row[][] }) => parts.map(({ length }) => length);
const numbers = (some: Row[]) => some.map(({ number }) => number).sort((a, b) => a - b);

describe('a rejected call', () => {
	test.each<Telling>(['place', 'address'])(
		'whose one bad row is named (%s) takes two requests more',
		(tells) => {
			const found = searchRejected(
				rows(100, (number) => (number === 37 ? 'bad' : undefined)),
				tells,
			);
			expect(sizes(found)).toEqual([1, 99]);
			expect(numbers(found.rejected)).toEqual([37]);
		},
	);

	test('is halved where nothing is named', () => {
		const found = searchRejected(
			rows(8, (number) => (number === 6 ? 'bad' : undefined)),
			'nothing',
		);
		expect(sizes(found)).toEqual([4, 4, 2, 2, 1, 1]);
	});

	test('is halved once a row that was named alone has been accepted', () => {
		const found = searchRejected(
			rows(16, (number) => (number === 6 ? 'bad' : undefined)),
			'place, from 1',
		);
		expect(sizes(found).slice(0, 4)).toEqual([1, 15, 8, 7]);
		expect(numbers(found.rejected)).toEqual([6]);
		expect(found.accepted).toHaveLength(15);
	});

	test('that names several rows tries each of them alone, and the others together', () => {
		const found = searchRejected(
			rows(100, (number) => (number % 40 === 0 ? `bad ${number}` : undefined)),
			'all places',
		);
		expect(sizes(found)).toEqual([1, 1, 1, 97]);
	});

	test.each<[Telling, number]>([
		['place', 15],
		['address', 15],
		['nothing', 15],
		['all places', 15],
		['all places in brackets', 15],
		['all addresses', 15],
		['how many', 15],
		['the first three', 24],
	])('of which all is refused alike (%s) takes %d requests', (tells, count) => {
		const all = rows(100, () => 'bad');
		const found = searchRejected(all, tells);

		expect(found.isRefusedAlike).toBe(true);
		expect(1 + found.parts.length).toBeLessThanOrEqual(count);
		expect(found.rejected.length).toBeGreaterThanOrEqual(8);
		expect(numbers([...found.rejected, ...found.untried])).toEqual(numbers(all));
	});

	test('is tried at one row of each kind before the rest is refused', () => {
		const all = rows(100, (number) => (number === 83 ? undefined : 'bad'));
		all[83].kind = 'without the column';
		const found = searchRejected(all, 'place');

		expect(numbers(found.accepted)).toEqual([83]);
		expect(found.rejected).toHaveLength(99);
		expect(found.untried).toEqual([]);
	});

	test.each([
		['second', 2],
		['third', 3],
		['fourth', 4],
	])('of which every %s row is good is searched to its end', (_name, every) => {
		for (let size = 8; size <= 100; size++) {
			for (let first = 0; first < every; first++) {
				const isGood = (number: number) => number % every === first;
				const found = searchRejected(
					rows(size, (number) => (isGood(number) ? undefined : 'bad')),
					'nothing',
				);
				expect(found.untried).toEqual([]);
				expect(found.accepted.every(({ number }) => isGood(number))).toBe(true);
				expect([size, first, found.accepted.length]).toEqual([
					size,
					first,
					Math.ceil((size - first) / every),
				]);
			}
		}
	});

	test('is searched to its end where the reasons differ', () => {
		const found = searchRejected(
			rows(100, (number) => `bad ${number}`),
			'nothing',
		);
		expect(found.isRefusedAlike).toBe(false);
		expect(found.rejected).toHaveLength(100);
	});

	test('is not refused as a whole when something of it got another answer than a rejection', () => {
		const all = rows(100, () => 'bad');
		const call = RejectedCall.rejected(all, hints(), { reason: 'bad', status: 400 });
		call.tell(call.next() ?? [], undefined);
		const found = search(call, 'nothing');

		expect(found.untried).toEqual([]);
		expect(found.rejected).toHaveLength(50);
	});
});

describe('in order', () => {
	test.each<Telling>(['place', 'address', 'nothing', 'all places', 'place, from 1'])(
		'what stands before the first bad row is tried before it (%s)',
		(tells) => {
			const found = searchRejected(
				rows(100, (number) => (number % 37 === 36 ? 'bad' : undefined)),
				tells,
				true,
			);
			expect(numbers(found.rejected)).toEqual([36]);
			expect(numbers(found.accepted)).toEqual([...Array(36).keys()]);
		},
	);
});

describe('a call after one that was refused alike', () => {
	const known = { reason: 'contacts[5]: bad', status: 400 };
	const after = (all: Row[], tells: Telling = 'place') =>
		search(RejectedCall.suspected(all, hints(), known), tells);

	test('is tried by two rows, and then as a whole when they are good', () => {
		const found = after(rows(100, () => undefined));
		expect(sizes(found)).toEqual([1, 1, 98]);
		expect(found.accepted).toHaveLength(100);
	});

	test('is refused after eight rows that are refused alike', () => {
		const found = after(rows(100, () => 'bad'));
		expect(sizes(found)).toEqual(Array(8).fill(1));
		expect(found.untried).toHaveLength(92);
		expect(found.isRefusedAlike).toBe(true);
	});

	test('is searched when it is rejected for another reason', () => {
		const found = after(rows(100, (number) => (number > 90 ? 'ugly' : undefined)));
		expect(found.untried).toEqual([]);
		expect(found.rejected).toHaveLength(9);
	});
});

describe('whatever is wrong with the rows of a call', () => {
	const faults = fc.constantFrom(undefined, undefined, undefined, 'bad', 'ugly');
	const anyRows = fc
		.oneof(
			fc.array(faults, { minLength: 2, maxLength: 100 }),
			fc.array(fc.constantFrom(undefined, 'bad'), { minLength: 2, maxLength: 100 }),
			fc.array(fc.constant('bad'), { minLength: 2, maxLength: 100 }),
		)
		.map((some) => rows(some.length, (number) => some[number]));
	const anyTelling = fc.constantFrom(...(Object.keys(telling) as Telling[]));
	const starts = fc.constantFrom('rejected', 'suspected');

	test('every row has one fate, and a good one is accepted unless all that was tried was refused alike', () => {
		fc.assert(
			fc.property(anyRows, anyTelling, starts, (all, tells, start) => {
				const rejection = answer(all, tells);
				if (!rejection) return;
				const call =
					start === 'rejected'
						? RejectedCall.rejected(all, hints(), rejection)
						: RejectedCall.suspected(all, hints(), rejection);
				const { accepted, rejected, untried, isRefusedAlike } = search(call, tells);

				expect(numbers([...accepted, ...rejected, ...untried])).toEqual(numbers(all));
				expect(accepted.every(({ fault }) => fault === undefined)).toBe(true);
				expect(rejected.every(({ fault }) => fault !== undefined)).toBe(true);
				if (untried.length > 0) {
					expect(isRefusedAlike).toBe(true);
					expect(rejected.length).toBeGreaterThanOrEqual(8);
					expect(accepted).toEqual([]);
					expect(new Set(rejected.map(({ fault }) => fault)).size).toBe(1);
				}
			}),
			{ numRuns: 1_000 },
		);
	});

	test('a row that is named costs two requests, and the doubt about all of them no more than eight', () => {
		fc.assert(
			fc.property(anyRows, fc.constantFrom<Telling>('place', 'address'), (all, tells) => {
				const bad = all.filter(({ fault }) => fault !== undefined).length;
				if (bad === 0) return;
				expect(searchRejected(all, tells).parts.length).toBeLessThanOrEqual(2 * bad + 8);
			}),
			{ numRuns: 1_000 },
		);
	});

	test('no row is tried more often than halving would', () => {
		fc.assert(
			fc.property(anyRows, anyTelling, (all, tells) => {
				if (!answer(all, tells)) return;
				const { parts } = searchRejected(all, tells);
				expect(parts.length).toBeLessThanOrEqual(2 * all.length + 8);
			}),
			{ numRuns: 1_000 },
		);
	});
});
