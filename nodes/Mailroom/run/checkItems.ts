import { EventLoopYield } from './EventLoopYield';
import { refuseOtherCredentials } from './credentialOfItems';
import { failedBy } from './failedBy';
import { Unit, type Item } from './Item';
import type { Run } from './Operation';
import { reopenFailed } from './retryOnFail';
import { recipientOf } from '../neverTwice/Recipient';

/**
 * Reads all items before the first request, and asks the memories about them. If one is invalid, and the run stops on errors, `runOperation`
 * then sends none of them.
 */
export async function checkItems(run: Run): Promise<void> {
	const eventLoop = new EventLoopYield();
	for (const index of run.n8n.itemIndexes) {
		if (run.n8n.isCanceled || run.endedBy) return;
		run.items.push(readItem(run, index));
		await eventLoop.ifDue();
	}
	if (run.n8n.isCanceled || run.endedBy) return;
	await refuseOtherCredentials(run);
	if (run.n8n.isCanceled || run.endedBy) return;
	reopenFailed(run.items, run.operation.wire);
	run.askMemories();
	await run.operation.features?.checkAll?.(run);
}

function readItem(run: Run, index: number): Item {
	// Expressions may give other values in a later try.
	const earlier = run.tried.byIndex.get(index);
	if (earlier) return earlier;
	const { form, wire, recipient } = run.operation;
	const item: Item = { index, units: [] };
	try {
		item.values = form.read(run.n8n.form(form.properties, index));
		const valuesOfUnits = wire.bulk?.units?.(item.values) ?? [item.values];
		item.units = valuesOfUnits.map((values) => {
			const identity = recipient?.(values);
			return new Unit(item, values, identity && recipientOf(identity, index));
		});
		run.tried.byIndex.set(index, item);
	} catch (error) {
		item.invalid = failedBy(error);
	}
	return item;
}
