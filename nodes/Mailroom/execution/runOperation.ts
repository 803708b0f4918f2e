import { sleep, type INodeExecutionData } from 'n8n-workflow';
import { CallSender } from './CallSender';
import { throwIfCancelled } from './cancellation';
import type { Execution } from './Execution';
import { itemError } from './itemError';
import { failureOf, keepOrderOfChanges, readItem, type ItemRun } from './ItemRun';
import type { Operation } from './Operation';
import { outputItems } from './outputItems';
import { oneCallEach } from './planCalls';

const MAX_BUSY_MS = 50;

/**
 * Runs an operation for all items of a call of the node: checks every item, sends what is not settled yet, and pairs each
 * result with its item, in input order.
 *
 * @throws with "Stop", the error of the first failing item; with "Continue", only when the execution was cancelled
 */
export async function runOperation(
	operation: Operation,
	execution: Execution,
): Promise<INodeExecutionData[]> {
	const items = await readItems(operation, execution);
	if (!execution.continueOnFail) throwFirstError(operation, execution, items);
	keepOrderOfChanges(operation, items);

	const open = items.flatMap(({ pieces }) => pieces).filter(({ outcome }) => !outcome);
	const plan = operation.bulk?.plan ?? oneCallEach;
	const sender = new CallSender(operation, execution);
	await sender.sendAll(plan(open));

	if (!execution.continueOnFail) throwFirstError(operation, execution, items);
	const noun = operation.bulk?.pieceNoun;
	if (noun && open.length > 100) {
		execution.addHint(
			`${open.length.toLocaleString('en-US')} ${noun} in ${sender.callCount.toLocaleString('en-US')} requests`,
		);
	}
	return outputItems(operation, execution, items);
}

/** n8n's main process answers nobody while expressions are evaluated, so it gets its turn between many items. */
async function readItems(operation: Operation, execution: Execution): Promise<ItemRun[]> {
	const items: ItemRun[] = [];
	let busySince = performance.now();
	for (const index of execution.itemIndexes) {
		items.push(readItem(operation, execution, index));
		if (performance.now() - busySince < MAX_BUSY_MS) continue;
		await sleep(0);
		throwIfCancelled(execution);
		busySince = performance.now();
	}
	return items;
}

function throwFirstError(operation: Operation, execution: Execution, items: ItemRun[]): void {
	for (const item of items) {
		const failure = failureOf(item);
		if (!failure) continue;
		const error = itemError(operation, execution.node, item);
		if (item.invalid && items.length > 1) {
			error.message += ` (item ${item.index + 1} of ${items.length}, index ${item.index}; nothing was sent)`;
		}
		throw error;
	}
}
