import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { grouped } from '../grouped';
import type { EventLoopPause } from './EventLoopPause';
import { itemError } from './itemError';
import { failureOf, type Item, type ReadItem } from './Item';
import type { Operation } from './Operation';
import type { Run } from './Run';

/**
 * The output of the node: the results of every item, or its error, each paired with its input. On the error output n8n adds
 * the fields of that input.
 *
 * @param pause as an error of n8n's own kind takes its time, and there may be one for each item
 */
export async function outputItems(run: Run, pause: EventLoopPause): Promise<INodeExecutionData[]> {
	addHintOf(run);
	const output: INodeExecutionData[] = [];
	for (const group of groupsOf(run)) {
		for (const one of outputOf(run, group)) output.push(one);
		if (pause.isDue) await pause.take();
	}
	return output;
}

/** Items that come out as one. */
function groupsOf({ operation: { bulk }, node, items, addHint }: Run): Item[][] {
	if (!bulk?.sharedOutputHint) return items.map((item) => [item]);
	const byCall = grouped(items, (item) => item.units[0]?.outcome?.call ?? item);
	const groups = [...byCall.values()].flatMap((group) =>
		// To what failed n8n adds the fields of its row there, of one row to each.
		node.onError === 'continueErrorOutput' && failureOf(group[0])
			? group.map((item) => [item])
			: [group],
	);
	groups.sort(([one], [other]) => one.index - other.index);
	for (const group of groups) {
		const isSent = group[0].units[0]?.outcome?.kind === 'accepted';
		if (group.length > 1 && isSent) addHint(bulk.sharedOutputHint(group.length));
	}
	return groups;
}

function outputOf(run: Run, items: Item[]): INodeExecutionData[] {
	const { node, operation } = run;
	const [item] = items;
	const pairs = items.map(({ index }) => ({ item: index }));
	const pairedItem = pairs.length === 1 ? pairs[0] : pairs;
	if (item.isInvalid || failureOf(item)) {
		const error = itemError(run, item);
		const failed = { json: { error: error.message }, pairedItem };
		// On the error output n8n adds the fields of the input row, but takes them away again where the item has an error object.
		return [node.onError === 'continueErrorOutput' ? failed : { ...failed, error }];
	}
	return jsonOf(operation, item).map((json) => ({ json, pairedItem }));
}

function jsonOf(operation: Operation, { values, units }: ReadItem): IDataObject[] {
	const accepted = units.flatMap(({ outcome }) => (outcome?.kind === 'accepted' ? [outcome] : []));
	const sentBefore = units.filter(({ outcome }) => outcome?.kind === 'alreadySent');
	if (accepted.length + sentBefore.length === 0) return [];
	const last = accepted.at(-1);
	const addition =
		sentBefore.length > 0
			? operation.sendOnce?.alreadySent(sentBefore.map((one) => one.values))
			: {};
	const output = operation.output(values, last?.result, last?.acceptedAt);
	return [output].flat().map((json) => ({ ...json, ...addition }));
}

function addHintOf({ operation: { hint }, items, addHint }: Run): void {
	const results = items.flatMap(({ units }) =>
		units.flatMap(({ values, outcome }) =>
			outcome?.kind === 'accepted' ? [{ values, result: outcome.result }] : [],
		),
	);
	const texts = results.length > 0 ? hint?.(results) : undefined;
	for (const text of [texts ?? []].flat()) addHint(text);
}
