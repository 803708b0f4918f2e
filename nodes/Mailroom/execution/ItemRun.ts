import type { Execution } from './Execution';
import type { Operation } from './Operation';
import type { Outcome } from './runMemory';

/** One input item on its way through a run. */
export interface ItemRun<Ask = unknown> {
	index: number;
	/** What is wrong with its parameters; then it has no pieces. */
	invalid?: { error: unknown };
	/** What it asks for. */
	ask: Ask;
	pieces: Array<Piece<Ask>>;
}

/** What is sent for an item, whole or in parts. */
export interface Piece<Ask = unknown> {
	item: ItemRun<Ask>;
	/** Among the pieces of its item. */
	index: number;
	ask: Ask;
	/** What came of it, in this try of the run or an earlier one; undefined before it is sent. */
	outcome?: Outcome;
}

/** Reads and checks one item, and recalls what an earlier try of the run has settled about it. */
export function readItem<Ask>(
	operation: Operation<Ask>,
	execution: Execution,
	index: number,
): ItemRun<Ask> {
	let ask: Ask;
	try {
		ask = operation.read(execution.parameters(index));
	} catch (error) {
		return { index, invalid: { error }, ask: undefined as Ask, pieces: [] };
	}
	const item: ItemRun<Ask> = { index, ask, pieces: [] };
	const asks = operation.bulk?.pieces?.(ask) ?? [ask];
	item.pieces = asks.map((pieceAsk, piece) => ({
		item,
		index: piece,
		ask: pieceAsk,
		outcome: execution.memory.recall(index, piece),
	}));
	return item;
}

/** Why an item failed; undefined while it has not. */
export function failureOf(item: ItemRun): { error: unknown; call?: object } | undefined {
	if (item.invalid) return item.invalid;
	for (const { outcome } of item.pieces) {
		if (outcome?.kind === 'failed') return outcome;
	}
	return undefined;
}
