import { EventLoopYield } from './EventLoopYield';
import { failedBy } from './failedBy';
import { continueFailedRun } from './memory/retriedExecution';
import type { Item } from './Item';
import { keepOrderOfChanges, markFailedAsPending } from './memory/retryOnFail';
import type { Run } from './Run';

export async function checkItems(run: Run): Promise<void> {
	const eventLoop = new EventLoopYield();
	for (const index of run.itemIndexes) {
		run.items.push(readItem(run, index));
		await eventLoop.ifDue();
		if (run.isCancelled) return;
	}
	continueFailedRun(run);
	run.operation.checkAll?.(run);
	keepOrderOfChanges(run.items, run.operation);
}

function readItem(run: Run, index: number): Item {
	const { operation } = run;
	// Expressions may give other values in a later try.
	const earlier = run.tries.items.get(index);
	if (earlier) {
		markFailedAsPending(earlier, operation);
		return earlier;
	}
	const item: Item = { index, units: [] };
	try {
		item.values = operation.read(run.form(index));
		const valuesOfUnits = operation.bulk?.units?.(item.values) ?? [item.values];
		item.units = valuesOfUnits.map((values) => ({ item, values, isPending: true }));
		run.tries.items.set(index, item);
	} catch (error) {
		item.invalid = failedBy(error);
	}
	return item;
}
