import type { Run } from './Operation';
import { EventLoopYield } from './EventLoopYield';
import { refuseOtherCredentials } from './credentialOfItems';
import { failedBy } from './failedBy';
import { continueFailedRun } from './memory/executionRetry';
import type { Item } from './Item';
import { keepOrderOfChanges, markFailedAsPending } from './memory/retryOnFail';

/** Reads all items before the first request. If one is invalid, and the run stops on errors, `runOperation` then sends none of them. */
export async function checkItems(run: Run): Promise<void> {
	const eventLoop = new EventLoopYield();
	for (const index of run.itemIndexes) {
		if (run.isCanceled || run.endedBy) return;
		run.items.push(readItem(run, index));
		await eventLoop.ifDue();
	}
	if (run.isCanceled || run.endedBy) return;
	await refuseOtherCredentials(run);
	if (run.isCanceled || run.endedBy) return;
	continueFailedRun(run);
	await run.operation.features?.checkAll?.(run);
	keepOrderOfChanges(run.items, run.operation.wire);
}

function readItem(run: Run, index: number): Item {
	const { form, wire } = run.operation;
	// Expressions may give other values in a later try.
	const earlier = run.tried.byIndex.get(index);
	if (earlier) {
		markFailedAsPending(earlier, wire);
		return earlier;
	}
	const item: Item = { index, units: [] };
	try {
		item.values = form.read(run.form(index));
		const valuesOfUnits = wire.bulk?.units?.(item.values) ?? [item.values];
		item.units = valuesOfUnits.map((values) => ({ item, values, isPending: true }));
		run.tried.byIndex.set(index, item);
	} catch (error) {
		item.invalid = failedBy(error);
	}
	return item;
}
