import { Unit, type Item } from '../../nodes/Mailroom/run/Item';
import { itemsOfAllTries, reopenFailed } from '../../nodes/Mailroom/run/retryOnFail';
import type { Wire } from '../../nodes/Mailroom/run/Operation';
import type { Outcome } from '../../nodes/Mailroom/transport/Outcome';

const failure = { problem: 'Broken', scope: 'units' } as const;
const outcomes: Record<string, Outcome> = {
	accepted: { kind: 'accepted', result: undefined, at: 0 },
	rejected: { kind: 'rejected', ...failure },
	inDoubt: { kind: 'inDoubt', ...failure },
};

const itemWith = (index: number, kind?: string, email = `${index}@example.com`): Item => {
	const item: Item = { index, units: [] };
	const unit = new Unit(item, { email });
	if (kind) unit.end(outcomes[kind], { units: [unit] });
	item.units = [unit];
	return item;
};

const wireOf = (idempotency: Wire['idempotency']) =>
	({ idempotency, contactKey: ({ email }: { email: string }) => email }) as Wire;

const pendingAfter = (items: Item[], idempotency: Wire['idempotency'] = 'nonIdempotent') => {
	reopenFailed(items, wireOf(idempotency));
	return items.map(({ units: [unit] }) => unit.isPending);
};

test('a try that is canceled before it has read all items still tells of those that an earlier one has read', () => {
	const [first, third] = [itemWith(0, 'accepted'), itemWith(2, 'accepted')];
	// The second item is invalid, so no try has read it.
	const byIndex = new Map([
		[0, first],
		[2, third],
	]);
	const tried = { startedAt: 0, byIndex, count: 1 };

	expect(itemsOfAllTries({ items: [first], n8n: { itemIndexes: [0, 1, 2] }, tried })).toEqual([
		first,
		third,
	]);
});

test.each([
	['nonIdempotent', [true, false, true, false]],
	['idempotent', [true, false, true, true]],
] as const)(
	'a later try of what is %s sends what has failed, in doubt only if harmless',
	(...of) => {
		const [idempotency, expected] = of;
		const items = [undefined, 'accepted', 'rejected', 'inDoubt'].map((kind, index) =>
			itemWith(index, kind),
		);

		expect(pendingAfter(items, idempotency)).toEqual(expected);
	},
);

test('a change that has failed is not made again after a later one of the same contact', () => {
	const items = ['rejected', 'accepted', 'rejected'].map((kind, index) =>
		itemWith(index, kind, 'ada@example.com'),
	);

	expect(pendingAfter(items, 'idempotent')).toEqual([false, false, true]);
});

test('a doubt about a batch that was sent in parts stays, also for those that were not tried again', () => {
	const item = itemWith(0);
	const [unit] = item.units;
	unit.claim();
	unit.keepDoubt({ kind: 'inDoubt', ...failure });

	expect(pendingAfter([item])).toEqual([false]);
	expect(unit.outcome?.kind).toBe('inDoubt');
});
