import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import { accountOf } from './runAccount';
import { CallSender, isRejection } from './CallSender';
import { EventLoopPause } from './EventLoopPause';
import type { Execution } from './Execution';
import { itemError } from './itemError';
import { failureOf, type ItemRun, type Piece } from './ItemRun';
import type { Operation } from './Operation';
import { outputItems } from './outputItems';
import { oneCallEach } from './planCalls';
import { keepOrderOfChanges, readItem, refuseTogether } from './readItem';
import { SendOnceClaims } from './SendOnceClaims';

/** Of so many items that cannot be used the numbers are given. */
const MAX_NUMBERS = 10;

/** The items of a run, as far as they have been read. */
interface Run {
	operation: Operation;
	execution: Execution;
	items: ItemRun[];
	/** Where the user has set a Send Once Key. */
	claims?: SendOnceClaims<unknown>;
}

/**
 * Runs an operation for all items of a call of the node: checks every item, sends what is not settled yet, and pairs each
 * result with its item, in input order.
 *
 * @throws with "Stop", the error of the first failing item; with "Continue", only when the execution was cancelled. Where there are
 *   several items, the message ends with the account of all of them
 */
export async function runOperation(
	operation: Operation,
	execution: Execution,
): Promise<INodeExecutionData[]> {
	const run: Run = { operation, execution, items: [] };
	await readItems(run);
	refuseTogether(operation, run.items);
	// Before anything else: a cancelled execution whose node is tried again knows of failures, too.
	throwIfCancelled(run);
	run.claims = SendOnceClaims.of(operation, execution, openPieces(run.items));
	await throwFirstError(run);
	keepOrderOfChanges(operation, run.items);

	await sendOpen(run);

	throwIfCancelled(run);
	await throwFirstError(run);
	return await outputItems(operation, execution, run.items, pauseOf(run));
}

/** Sends what no earlier try of the run has settled, and no earlier run has sent. */
async function sendOpen(run: Run): Promise<void> {
	const { operation, execution, claims } = run;
	const pieces = openPieces(run.items.filter(({ isInvalid }) => !isInvalid));
	const sender = new CallSender(operation, execution, claims);
	try {
		const plan = operation.bulk?.plan ?? oneCallEach;
		await sender.sendAll(plan(pieces));
	} finally {
		const finished = claims?.finish().catch((error: Error) => {
			// The emails are sent all the same.
			execution.addHint(error.message);
			execution.log(error.message);
		});
		// n8n does not wait for the account of a cancelled execution.
		if (!execution.signal?.aborted) await finished;
	}
	const hint = claims?.hint();
	if (hint) execution.addHint(hint);
	const { pieceNoun: noun, piecesPerCall = Infinity } = operation.bulk ?? {};
	if (noun && sender.callCount > 0 && pieces.length > piecesPerCall) {
		execution.addHint(`${inWords(pieces.length)} ${noun} in ${inWords(sender.callCount)} requests`);
	}
}

function openPieces(items: ItemRun[]): Piece[] {
	return items.flatMap(({ pieces }) => pieces).filter(({ outcome }) => outcome === undefined);
}

async function readItems(run: Run): Promise<void> {
	const { operation, execution, items } = run;
	const pause = pauseOf(run);
	for (const index of execution.itemIndexes) {
		items.push(readItem(operation, execution, index));
		if (pause.isDue) await pause.take();
	}
}

function pauseOf(run: Run): EventLoopPause {
	return new EventLoopPause(() => throwIfCancelled(run));
}

/** n8n tells a cancellation from an error by the word in the message. */
function throwIfCancelled(run: Run): void {
	const { signal, node } = run.execution;
	if (!signal?.aborted) return;
	throw withAccount(new NodeOperationError(node, 'The execution was canceled'), run);
}

/** With "Continue" the errors come out as items. */
async function throwFirstError(run: Run): Promise<void> {
	const { operation, execution, items } = run;
	if (execution.continueOnFail) return;
	const failed = items.filter((one) => failureOf(one) !== undefined);
	if (failed.length === 0) return;
	// Where the search for a rejected item was broken off, it is not known which of its call it is.
	const item = failed.find((one) => !isUnsearched(operation, one)) ?? failed[0];
	const error = itemError(operation, execution.node, item);
	const total = execution.itemIndexes.length;
	if (total > 1) {
		// n8n's editor adds the index, which begins with 0: two numbers for one item.
		delete error.context.itemIndex;
		if (isOfOneItem(item)) error.message += ` (item ${item.index + 1} of ${total})`;
	}
	if (item.isInvalid) error.message = `${whichAreInvalid(items)}${error.message}`;
	await run.claims?.lookUp();
	throw withAccount(error, run);
}

/** How many items cannot be used, and which, where the error that follows is that of the first of them. */
function whichAreInvalid(items: ItemRun[]): string {
	const numbers = items.filter(({ isInvalid }) => isInvalid).map(({ index }) => index + 1);
	if (numbers.length < 2) return '';
	const shown = numbers.slice(0, MAX_NUMBERS);
	const more =
		numbers.length > MAX_NUMBERS ? ` and ${inWords(numbers.length - MAX_NUMBERS)} more` : '';
	const hint =
		numbers.length < items.length
			? ' With "On Error: Continue" in the settings of the node the others are let through.'
			: '';
	return `${inWords(numbers.length)} items cannot be used: ${shown.join(', ')}${more}.${hint} The first: `;
}

/** Says if an item failed in a call that would have been split, had not another item failed. */
function isUnsearched(operation: Operation, { pieces }: ItemRun): boolean {
	const failed = pieces.filter(({ outcome }) => outcome?.kind === 'failed');
	return (
		failed.length > 0 &&
		failed.every(
			({ ask, outcome }) =>
				outcome?.kind === 'failed' &&
				outcome.call.pieceCount > 1 &&
				isRejection(operation, [{ ask }], outcome.error),
		)
	);
}

/** Says if the failure concerns this item alone, not those that shared its request. */
function isOfOneItem(item: ItemRun): boolean {
	return item.pieces.every(({ outcome }) => outcome === undefined || outcome.call.itemCount === 1);
}

/** The error of a run of several items says what became of all of them. So does n8n's log, as n8n does not keep every error. */
function withAccount<E extends Error>(error: E, run: Run): E {
	const { execution } = run;
	const total = execution.itemIndexes.length;
	if (total === 1) return error;
	const account = accountOf([...run.items, ...rememberedItems(run)], total, run.operation.unsent);
	error.message += ` ${account}`;
	execution.log(`The node "${execution.node.name}" ended early ${account}`);
	execution.highlight('mailroom_account', account);
	return error;
}

/** The items that an earlier try has sent something of, and this one has not come to. */
function rememberedItems({ operation, execution, items }: Run): ItemRun[] {
	return execution.itemIndexes
		.slice(items.length)
		.filter((index) => execution.memory.recall(index) !== undefined)
		.map((index) => readItem(operation, execution, index));
}

function inWords(count: number): string {
	return count.toLocaleString('en-US');
}
