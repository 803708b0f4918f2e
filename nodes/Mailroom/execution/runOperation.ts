import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { Lane } from '../transport/lane';
import type { ServiceClient } from '../transport/ServiceClient';
import { ServiceError } from '../transport/serviceError';
import type { Execution } from './Execution';
import { itemError } from './itemError';
import type { Operation } from './Operation';
import type { Settled } from './runMemory';

/** One input item on its way through the run. */
interface ItemRun<Ask> {
	index: number;
	/** What the item asks for; undefined when its parameters are unusable. */
	ask?: Ask;
	settled?: Settled;
	error?: unknown;
}

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
	const items = execution.itemIndexes.map((index) => readItem(operation, execution, index));
	if (!execution.continueOnFail) throwFirstError(items, execution);

	const open = items.filter(({ settled, error }) => settled === undefined && error === undefined);
	if (open.length > 0) await sendAll(operation, execution, open);
	if (!execution.continueOnFail) throwFirstError(items, execution);
	return items.flatMap((item) => outputItems(execution, item));
}

function readItem<Ask>(
	operation: Operation<Ask>,
	execution: Execution,
	index: number,
): ItemRun<Ask> {
	try {
		const ask = operation.read(execution.parameters(index));
		const settled = execution.memory.recall(index, 0);
		const error = settled?.kind === 'uncertain' ? settled.error : undefined;
		return { index, ask, settled, error };
	} catch (error) {
		return { index, error };
	}
}

function throwFirstError<Ask>(items: Array<ItemRun<Ask>>, execution: Execution): void {
	const failed = items.find(({ error }) => error !== undefined);
	if (!failed) return;
	const error = itemError(failed.error, execution.node, failed.index);
	if (failed.error instanceof InvalidParameter && items.length > 1) {
		error.message += ` (item ${failed.index + 1} of ${items.length}, index ${failed.index}; nothing was sent)`;
	}
	throw error;
}

/** Sends the requests of the items in the order and at the side of one another that the node promises. */
async function sendAll<Ask>(
	operation: Operation<Ask>,
	execution: Execution,
	items: Array<ItemRun<Ask>>,
): Promise<void> {
	const stop = new AbortController();
	const signals = execution.signal ? [execution.signal, stop.signal] : [stop.signal];
	const lane = new Lane(AbortSignal.any(signals));
	let client: ServiceClient;
	try {
		client = await execution.connect(lane);
	} catch (error) {
		for (const item of items) item.error = error;
		return;
	}

	const send = async (item: ItemRun<Ask>) => {
		if (lane.signal?.aborted) return;
		try {
			const output = await sendItem(operation, client, item.ask as Ask);
			item.settled = { kind: 'accepted', output };
		} catch (error) {
			if (lane.signal?.aborted) return;
			item.error = error;
			const isUncertain = error instanceof ServiceError && error.outcome === 'uncertain';
			if (isUncertain && operation.effect === 'once') item.settled = { kind: 'uncertain', error };
			if (!execution.continueOnFail) stop.abort();
		}
		if (item.settled) execution.memory.remember(item.index, 0, item.settled);
	};
	if (operation.effect !== 'none' && !execution.continueOnFail) {
		for (const item of items) await send(item);
	} else {
		await sideBySide(operation, items, send);
	}
	execution.signal?.throwIfAborted();
}

/** All at once, but two changes of the same contact one after the other: the later one is to prevail. */
async function sideBySide<Ask>(
	operation: Operation<Ask>,
	items: Array<ItemRun<Ask>>,
	send: (item: ItemRun<Ask>) => Promise<void>,
): Promise<void> {
	const lastChange = new Map<string, Promise<void>>();
	await Promise.all(
		items.map(async (item) => {
			const subject = item.ask && operation.subject?.(item.ask);
			if (subject === undefined) return await send(item);
			const change = (lastChange.get(subject) ?? Promise.resolve()).then(
				async () => await send(item),
			);
			lastChange.set(subject, change);
			return await change;
		}),
	);
}

/** Sends what one item asks for. Throws ServiceError, or the reason of a cancellation. */
async function sendItem<Ask>(
	operation: Operation<Ask>,
	client: ServiceClient,
	ask: Ask,
): Promise<IDataObject[]> {
	const { effect, uncertainNote, goneIsDone } = operation;
	const content = operation.content([ask]);
	const request = { ...operation.request, ...content, effect, uncertainNote, goneIsDone };
	const answer = operation.perform
		? await operation.perform(client, request, ask)
		: await client.request(request);
	return [operation.output(ask, answer)].flat();
}

function outputItems<Ask>({ node }: Execution, item: ItemRun<Ask>): INodeExecutionData[] {
	const pairedItem = { item: item.index };
	if (item.settled?.kind === 'accepted') {
		return item.settled.output.map((json) => ({ json, pairedItem }));
	}
	const error = itemError(item.error, node, item.index);
	return [{ json: { error: error.message }, error, pairedItem }];
}
