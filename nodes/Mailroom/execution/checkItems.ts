import { EventLoopYield } from './EventLoopYield';
import { failedBy } from './failedBy';
import { continueFailedRun } from './failedRun';
import { isOpen, type Item } from './Item';
import { findConflicts } from './newsletterOnce';
import { keepOrderOfChanges, reopenFailed } from './retryOnFail';
import type { Run } from './Run';

export async function checkItems(run: Run): Promise<void> {
	const eventLoop = new EventLoopYield();
	for (const index of run.itemIndexes) {
		run.items.push(readItem(run, index));
		await eventLoop.ifDue();
		if (run.isCancelled) return;
	}
	continueFailedRun(run);
	failConflicts(run);
	keepOrderOfChanges(run.items, run.operation);
}

function readItem(run: Run, index: number): Item {
	const { operation } = run;
	// Expressions may give other values in a later try.
	const earlier = run.tries.items.get(index);
	if (earlier) {
		reopenFailed(earlier, operation);
		return earlier;
	}
	const item: Item = { index, units: [] };
	try {
		item.values = operation.read(run.form(index));
		const valuesOfUnits = operation.bulk?.units?.(item.values) ?? [item.values];
		item.units = valuesOfUnits.map((values) => ({ item, values, isOpen: true }));
		run.tries.items.set(index, item);
	} catch (error) {
		item.invalid = failedBy(error);
	}
	return item;
}

function failConflicts(run: Run): void {
	const conflicts = findConflicts(run);
	if (conflicts.size === 0) return;
	for (const [position, item] of run.items.entries()) {
		const conflicting = item.units.find((unit) => isOpen(unit) && conflicts.has(unit));
		if (conflicting) run.items[position] = { ...item, invalid: conflicts.get(conflicting) };
	}
}
