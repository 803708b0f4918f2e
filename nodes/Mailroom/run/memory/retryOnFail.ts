import { systemClock } from '../../transport/clock';
import { isFailed } from '../../transport/Outcome';
import type { Item } from '../Item';
import type { Operation } from '../Operation';

// With "Retry On Fail", n8n calls the node again with all items.

export interface Tries {
	/** Start of the first try, in ms since 1970. */
	startedAt: number;
	/** By index; only those that could be read. */
	items: Map<number, Item>;
}

const triesOfRuns = new WeakMap<object, Tries>();

/** @param retryKey see NodeCall */
export function triesOf(retryKey: object): Tries {
	const startedAt = systemClock.timeOfDay();
	const tries = triesOfRuns.get(retryKey) ?? { startedAt, items: new Map<number, Item>() };
	triesOfRuns.set(retryKey, tries);
	return tries;
}

/** Makes failed units pending again, unless a retry could act twice. */
export function markFailedAsPending(item: Item, { idempotency }: Operation): void {
	const isHarmless = idempotency !== 'nonIdempotent';
	for (const unit of item.units) {
		const { outcome } = unit;
		unit.isPending =
			outcome === undefined || (isFailed(outcome) && (isHarmless || outcome.kind !== 'inDoubt'));
	}
}

/** Keeps failed changes from being repeated if a later change of the same contact was accepted. */
export function keepOrderOfChanges(items: Item[], { contactKey }: Operation): void {
	if (!contactKey) return;
	const changedLater = new Set<string>();
	for (const unit of items.flatMap(({ units }) => units).reverse()) {
		const contact = contactKey(unit.values);
		if (unit.outcome?.kind === 'accepted') changedLater.add(contact);
		else if (unit.outcome && changedLater.has(contact)) unit.isPending = false;
	}
}
