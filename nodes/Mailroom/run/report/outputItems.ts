import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { grouped } from '../../grouped';
import { EventLoopYield } from '../EventLoopYield';
import { itemError } from './itemError';
import { itemsAfterThrow, logThrown } from './thrown';
import { isInDoubt } from '../../transport/Outcome';
import { failureOf, type Item, type Unit } from '../Item';
import { skippedUnits, tellSkipped } from './skipped';
import type { Report, ReportedRun } from '../Operation';

export async function outputItems(run: ReportedRun): Promise<INodeExecutionData[]> {
	try {
		tellSkipped(run);
		await addHints(run);
	} catch (error) {
		logThrown(run, error);
	}
	const eventLoop = new EventLoopYield();
	const output: INodeExecutionData[] = [];
	for (const items of itemsByOutput(run)) {
		for (const one of outputOrError(run, items)) output.push(one);
		// n8n's error objects take time to create.
		await eventLoop.ifDue();
		if (run.n8n.isCanceled) break;
	}
	return output;
}

async function addHints(run: ReportedRun): Promise<void> {
	const accepted = run.items.flatMap(({ units }) =>
		units.flatMap(({ values, outcome }) =>
			outcome?.kind === 'accepted' ? [{ ...outcome, values }] : [],
		),
	);
	if (accepted.length === 0) return;
	for (const hint of (await run.operation.report.hint?.(accepted)) ?? []) run.n8n.addHint(hint);
}

/** Items of a newsletter that went out in one email come out together, with a hint. Others come out alone. */
function itemsByOutput(run: ReportedRun): Item[][] {
	const { operation, items } = run;
	const { node } = run.n8n;
	const { sharedOutputHint } = operation.wire.bulk ?? {};
	if (!sharedOutputHint) return items.map((item) => [item]);
	const groups = grouped(items, (item) => {
		// On the error output, n8n adds the fields of one input row to each item.
		const isAlone = node.onError === 'continueErrorOutput' && failureOf(item);
		return isAlone ? item : (item.units.at(0)?.batch ?? item);
	});
	for (const group of groups.values()) {
		const isSent = group[0].units.at(0)?.outcome?.kind === 'accepted';
		if (group.length > 1 && isSent) run.n8n.addHint(sharedOutputHint(group.length));
	}
	return [...groups.values()];
}

function outputOrError(run: ReportedRun, items: Item[]): INodeExecutionData[] {
	try {
		return outputOf(run, items);
	} catch (error) {
		const itemIndexes = items.map(({ index }) => index);
		return itemsAfterThrow(error, run.n8n.call.context, { itemIndexes, run });
	}
}

/** @param items with the same outcome */
function outputOf(run: ReportedRun, items: Item[]): INodeExecutionData[] {
	const [item] = items;
	const { report } = run.operation;
	const sources = items.map(({ index }) => ({ item: index }));
	const pairedItem = sources.length === 1 ? sources[0] : sources;
	const { failed: failure } = failureOf(item) ?? {};
	// Nothing that runs next may take it for sent.
	if (failure?.isSkipped && !run.n8n.continueOnFail) return [];
	if (!failure) return recordsOf(item, report).map((json) => ({ json, pairedItem }));
	const error = itemError(run, item);
	const failed = { json: { error: error.message }, pairedItem };
	// n8n adds the input fields only if there is no error object.
	return [run.n8n.node.onError === 'continueErrorOutput' ? failed : { ...failed, error }];
}

/** Empty if the run has ended before the item had an outcome. */
function recordsOf({ values, units }: Item, report: Report): IDataObject[] {
	const outcomes = units.flatMap(({ outcome }) => outcome ?? []);
	if (outcomes.length === 0) return [];
	const last = outcomes.filter((outcome) => outcome.kind === 'accepted').at(-1);
	const records = [report.output(values, last?.result, last?.at)].flat();
	const added = { ...alreadySentFields(units, report), ...rejectedFields(values, units, report) };
	const leavesDoubt = outcomes.some(isInDoubt);
	return records
		.map((record) => ({ ...record, ...added }))
		.map((record) => (leavesDoubt ? asInDoubt(record) : record));
}

function alreadySentFields(units: Unit[], { alreadySent }: Report): IDataObject {
	const sent = units
		.filter(({ outcome }) => outcome?.kind === 'alreadySent')
		.map(({ values }) => values);
	return sent.length === 0 ? {} : (alreadySent?.(sent) ?? { alreadySent: true });
}

function rejectedFields(values: unknown, units: Unit[], { rejected }: Report): IDataObject {
	const skipped = skippedUnits(units);
	return skipped.length === 0 ? {} : (rejected?.(values, skipped) ?? {});
}

/** An email in doubt is no success. */
function asInDoubt(json: IDataObject): IDataObject {
	const others = Object.entries(json).filter(([name]) => name !== 'success');
	return { ...Object.fromEntries(others), inDoubt: true };
}
