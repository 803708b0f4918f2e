import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { grouped } from '../../grouped';
import { EventLoopYield } from '../EventLoopYield';
import { itemError } from './itemError';
import { isDoubtful } from '../../transport/Outcome';
import { failureOf, type Item } from '../Item';
import type { Report, ReportedRun } from '../Operation';

export async function outputItems(run: ReportedRun): Promise<INodeExecutionData[]> {
	await addHints(run);
	const eventLoop = new EventLoopYield();
	const output: INodeExecutionData[] = [];
	for (const group of groupsOf(run)) {
		for (const one of outputOf(run, group)) output.push(one);
		// n8n's error objects take time to create.
		await eventLoop.ifDue();
		if (run.isCanceled) break;
	}
	return output;
}

async function addHints(run: ReportedRun): Promise<void> {
	const results = run.items.flatMap(({ units }) =>
		units.flatMap(({ values, outcome }) =>
			outcome?.kind === 'accepted' ? [{ ...outcome, values }] : [],
		),
	);
	if (results.length === 0) return;
	for (const hint of (await run.operation.report.hint?.(results)) ?? []) run.addHint(hint);
}

function groupsOf(run: ReportedRun): Item[][] {
	const { operation, node, items } = run;
	const { sharedOutputHint } = operation.wire.bulk ?? {};
	if (!sharedOutputHint) return items.map((item) => [item]);
	const groups = grouped(items, (item) => {
		// On the error output, n8n adds the fields of one input row to each item.
		const isAlone = node.onError === 'continueErrorOutput' && failureOf(item);
		return isAlone ? item : (item.units.at(0)?.batch ?? item);
	});
	for (const group of groups.values()) {
		const isSent = group[0].units.at(0)?.outcome?.kind === 'accepted';
		if (group.length > 1 && isSent) run.addHint(sharedOutputHint(group.length));
	}
	return [...groups.values()];
}

function outputOf(run: ReportedRun, items: Item[]): INodeExecutionData[] {
	const [item] = items;
	const { report } = run.operation;
	const pairs = items.map(({ index }) => ({ item: index }));
	const pairedItem = pairs.length === 1 ? pairs[0] : pairs;
	if (!failureOf(item)) return jsonOf(report, item).map((json) => ({ json, pairedItem }));
	const error = itemError(run, item);
	const failed = { json: { error: error.message }, pairedItem };
	// n8n adds the input fields only if there is no error object.
	return [run.node.onError === 'continueErrorOutput' ? failed : { ...failed, error }];
}

function jsonOf({ output, alreadySent }: Report, { values, units }: Item): IDataObject[] {
	const outcomes = units.flatMap(({ outcome }) => outcome ?? []);
	if (outcomes.length === 0) return [];
	const last = outcomes.filter((outcome) => outcome.kind === 'accepted').at(-1);
	const earlier = units.filter(
		({ outcome }) => outcome?.kind === 'alreadySent' && !isDoubtful(outcome),
	);
	const sent = earlier.map((unit) => unit.values);
	const addition = sent.length > 0 ? (alreadySent?.(sent) ?? { alreadySent: true }) : {};
	return [output(values, last?.result, last?.at)]
		.flat()
		.map((json) => ({ ...json, ...addition }))
		.map((json) => (outcomes.some(isDoubtful) ? inDoubtOf(json) : json));
}

/** An email in doubt is no success. */
function inDoubtOf(json: IDataObject): IDataObject {
	const others = Object.entries(json).filter(([name]) => name !== 'success');
	return { ...Object.fromEntries(others), inDoubt: true };
}
