import { systemClock } from '../../clock';
import { isFailed } from '../../transport/Outcome';
import type { Item, TriedItems } from '../Item';
import type { ReportedRun, Wire } from '../Operation';

// With "Retry On Fail", n8n calls the node again with all items.

const triedInRuns = new WeakMap<object, TriedItems>();

/** @param retryKey see NodeCall */
export function triedItems(retryKey: object): TriedItems {
	const startedAt = systemClock.timeOfDay();
	const tried = triedInRuns.get(retryKey) ?? {
		startedAt,
		byIndex: new Map<number, Item>(),
		count: 0,
	};
	tried.count++;
	triedInRuns.set(retryKey, tried);
	return tried;
}

/** Also the items that an earlier try has read, and this one has not, because it was canceled. */
export function itemsOfAllTries({
	items,
	itemIndexes,
	tried,
}: Pick<ReportedRun, 'items' | 'itemIndexes' | 'tried'>): Item[] {
	const unread = itemIndexes.slice(items.length);
	return [...items, ...unread.flatMap((index) => tried.byIndex.get(index) ?? [])];
}

/** Makes failed units pending again, unless a retry could act twice. */
export function markFailedAsPending(item: Item, { idempotency }: Wire): void {
	const isHarmless = idempotency !== 'nonIdempotent';
	for (const unit of item.units) {
		const { outcome } = unit;
		unit.isPending =
			outcome === undefined || (isFailed(outcome) && (isHarmless || outcome.kind !== 'inDoubt'));
	}
}

/** Keeps failed changes from being repeated if a later change of the same contact was accepted. */
export function keepOrderOfChanges(items: Item[], { contactKey }: Wire): void {
	if (!contactKey) return;
	const changedLater = new Set<string>();
	for (const unit of items.flatMap(({ units }) => units).reverse()) {
		const contact = contactKey(unit.values);
		if (unit.outcome?.kind === 'accepted') changedLater.add(contact);
		else if (unit.outcome && changedLater.has(contact)) unit.isPending = false;
	}
}
