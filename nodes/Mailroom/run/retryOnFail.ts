import { systemClock } from '../clock';
import { isFailed } from '../transport/Outcome';
import type { Item, TriedItems } from './Item';
import type { ReportedRun, Wire } from './Operation';

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

interface ReadRun extends Pick<ReportedRun, 'items' | 'tried'> {
	n8n: Pick<ReportedRun['n8n'], 'itemIndexes'>;
}

/** Also the items that an earlier try has read, and this one has not, because it was canceled. */
export function itemsOfAllTries({ items, n8n, tried }: ReadRun): Item[] {
	const unread = n8n.itemIndexes.slice(items.length);
	return [...items, ...unread.flatMap((index) => tried.byIndex.get(index) ?? [])];
}

/**
 * Failed units are sent again, unless that could act twice, or if a later change of the same contact was accepted.
 *
 * @param items in their order, with what became of them in an earlier try
 */
export function reopenFailed(items: Item[], { idempotency, contactKey }: Wire): void {
	const isHarmless = idempotency !== 'nonIdempotent';
	const changedLater = new Set<string>();
	for (const unit of items.flatMap(({ units }) => units).reverse()) {
		const { outcome, values } = unit;
		const contact = contactKey?.(values);
		const mayRepeat = isFailed(outcome) && (isHarmless || outcome.kind !== 'inDoubt');
		const isOutdated = contact !== undefined && changedLater.has(contact);
		if (!outcome || (mayRepeat && !isOutdated)) unit.reopen();
		else unit.settle();
		if (contact !== undefined && outcome?.kind === 'accepted') changedLater.add(contact);
	}
}
