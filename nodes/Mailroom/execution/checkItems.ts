import { isInDoubt } from '../transport/ServiceError';
import { EventLoopYield } from './EventLoopYield';
import { isOpen, type Item, type Unit } from './Item';
import type { Operation } from './Operation';
import type { Run } from './Run';

export async function checkItems(run: Run): Promise<void> {
	const eventLoop = new EventLoopYield();
	for (const index of run.itemIndexes) {
		run.items.push(readItem(run, index));
		await eventLoop.ifDue();
		if (run.isCancelled) return;
	}
	failConflicts(run);
	keepOrderOfChanges(run);
}

export function openUnits(items: Item[]): Unit[] {
	return items.flatMap(({ error, units }) => (error === undefined ? units.filter(isOpen) : []));
}

function readItem(run: Run, index: number): Item {
	const { operation } = run;
	// An expression may give something else at the next try.
	const earlier = run.itemOfEarlierTry(index);
	if (earlier) return forNextTry(earlier, operation);
	const item: Item = { index, units: [] };
	try {
		item.values = operation.read(run.form(index));
		const valuesOfUnits = operation.bulk?.units?.(item.values) ?? [item.values];
		item.units = valuesOfUnits.map((values) => ({ item, values }));
	} catch (error) {
		item.error = error;
	}
	return item;
}

/** Opens the units that failed, unless they could be done twice. */
function forNextTry(item: Item, { idempotency }: Operation): Item {
	for (const unit of item.units) {
		const last = unit.outcome ?? unit.previousOutcome;
		const isOpenAgain =
			last?.kind === 'failed' && !(idempotency === 'nonIdempotent' && isInDoubt(last.error));
		unit.outcome = isOpenAgain ? undefined : last;
		unit.previousOutcome = isOpenAgain ? last : undefined;
	}
	return item;
}

function failConflicts({ operation, items, sent }: Run): void {
	const units = items.flatMap((item) => item.units);
	const conflicts = operation.findConflicts?.(units, sent);
	if (!conflicts?.size) return;
	for (const [position, item] of items.entries()) {
		const conflicting = item.units.find((unit) => isOpen(unit) && conflicts.has(unit));
		if (conflicting) items[position] = { ...item, error: conflicts.get(conflicting) };
	}
}

/** A change that failed is not sent again after a later one of the same contact. */
function keepOrderOfChanges({ operation: { contactKey }, items }: Run): void {
	if (!contactKey) return;
	const changedLater = new Set<string>();
	for (const unit of items.flatMap(({ units }) => units).reverse()) {
		const contact = contactKey(unit.values);
		if (unit.outcome?.kind === 'accepted') changedLater.add(contact);
		else if (unit.previousOutcome && changedLater.has(contact)) unit.outcome = unit.previousOutcome;
	}
}
