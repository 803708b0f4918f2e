import type { INodeExecutionData } from 'n8n-workflow';
import type { Execution } from './Execution';
import { itemError } from './itemError';
import { failureOf, type ItemRun } from './ItemRun';
import type { Operation } from './Operation';

/** What comes out of the node: the results of every item, or its error, each paired with its input. */
export function outputItems(
	operation: Operation,
	execution: Execution,
	items: ItemRun[],
): INodeExecutionData[] {
	if (!operation.bulk?.sharedOutputHint) {
		return items.flatMap((item) => outputOf(operation, execution, [item]));
	}

	const groups = groupByCall(items);
	for (const group of groups) {
		const isSent = failureOf(group[0]) === undefined;
		if (group.length > 1 && isSent) {
			execution.addHint(operation.bulk.sharedOutputHint(group.length));
		}
	}
	return groups.flatMap((group) => outputOf(operation, execution, group));
}

function outputOf(
	operation: Operation,
	{ node }: Execution,
	items: ItemRun[],
): INodeExecutionData[] {
	const [item] = items;
	const pairs = items.map(({ index }) => ({ item: index }));
	const pairedItem = pairs.length === 1 ? pairs[0] : pairs;
	if (failureOf(item)) {
		const error = itemError(operation, node, item);
		return [{ json: { error: error.message }, error, pairedItem }];
	}
	const outcome = item.pieces.at(-1)?.outcome;
	if (outcome?.kind !== 'accepted') return [];
	return [operation.output(item.ask, outcome.answer)].flat().map((json) => ({ json, pairedItem }));
}

/** Items whose one request was the same, in the order of the first of each. */
function groupByCall(items: ItemRun[]): ItemRun[][] {
	const groups = new Map<object, ItemRun[]>();
	for (const item of items) {
		const call = item.pieces[0]?.outcome?.call ?? item;
		const group = groups.get(call);
		if (group) group.push(item);
		else groups.set(call, [item]);
	}
	return [...groups.values()];
}
