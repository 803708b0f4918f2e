import { isInDoubt } from '../transport/ServiceError';
import type { Execution } from './Execution';
import type { Operation } from './Operation';
import type { Outcome } from './runMemory';

/** One input item on its way through a run. */
export type ItemRun<Ask = unknown> = ReadItem<Ask> | InvalidItem;

export interface ReadItem<Ask = unknown> {
	isInvalid: false;
	index: number;
	/** What it asks for. */
	ask: Ask;
	pieces: Array<Piece<Ask>>;
}

/** An item of which nothing can be sent. */
export interface InvalidItem {
	isInvalid: true;
	index: number;
	error: unknown;
	pieces: [];
}

/** What is sent for an item, whole or in parts. */
export interface Piece<Ask = unknown> {
	item: ReadItem<Ask>;
	/** Among the pieces of its item. */
	index: number;
	ask: Ask;
	/** What came of it, in this try of the run or for good in an earlier one; undefined before it is sent. */
	outcome?: Outcome;
	/** How it failed in an earlier try, or in a call that was split, when it is to be sent again. */
	earlier?: Outcome;
}

/**
 * Reads and checks one item. One of which an earlier try of the run has sent something asks for the same again, and what came of it
 * is recalled.
 */
export function readItem<Ask>(
	operation: Operation<Ask>,
	execution: Execution,
	index: number,
): ItemRun<Ask> {
	const remembered = execution.memory.recall(index);
	let ask: Ask;
	try {
		ask = remembered ? (remembered.ask as Ask) : operation.read(execution.parameters(index));
	} catch (error) {
		return { isInvalid: true, index, error, pieces: [] };
	}
	const item: ReadItem<Ask> = { isInvalid: false, index, ask, pieces: [] };
	const asks = operation.bulk?.pieces?.(ask) ?? [ask];
	item.pieces = asks.map((pieceAsk, piece) => {
		const recalled = remembered?.outcomes.get(piece);
		const isSettled = recalled !== undefined && isForGood(recalled, operation);
		return {
			item,
			index: piece,
			ask: pieceAsk,
			outcome: isSettled ? recalled : undefined,
			earlier: isSettled ? undefined : recalled,
		};
	});
	return item;
}

/** Whether another try of the run must not send a piece again. */
function isForGood(outcome: Outcome, { effect }: Pick<Operation, 'effect'>): boolean {
	if (outcome.kind !== 'failed') return true;
	return effect === 'once' && isInDoubt(outcome.error);
}

/**
 * Keeps a failed change of an earlier try from being sent again after a later change of the same contact was accepted: that
 * one is to prevail. The failed item keeps its error.
 */
export function keepOrderOfChanges<Ask>(
	{ contactKey }: Operation<Ask>,
	items: Array<ItemRun<Ask>>,
): void {
	if (!contactKey) return;
	const changedLater = new Set<string>();
	for (const item of [...items].reverse()) {
		for (const piece of item.pieces) {
			const contact = contactKey(piece.ask);
			if (piece.outcome?.kind === 'accepted') changedLater.add(contact);
			else if (piece.earlier && changedLater.has(contact)) piece.outcome = piece.earlier;
		}
	}
}

/** What became of an item, or of a piece of one. "Not sent" also stands for changes and creations. */
export type Fate = 'accepted' | 'in doubt' | 'not sent';

/** What became of a piece, as far as the service is concerned. */
export function fateOf({ outcome, earlier }: Piece): Fate {
	const last = outcome ?? earlier;
	if (last === undefined) return 'not sent';
	if (last.kind !== 'failed') return 'accepted';
	return isInDoubt(last.error) ? 'in doubt' : 'not sent';
}

/**
 * Why an item failed: a failure after which the service may have acted before the others, then the one that says most exactly
 * which piece it is about; undefined while it has not.
 */
export function failureOf(item: ItemRun): { error: unknown } | undefined {
	if (item.isInvalid) return item;
	const failures = item.pieces.flatMap(({ outcome }) =>
		outcome?.kind === 'failed' ? [outcome] : [],
	);
	const [mostExact] = [...failures].sort(
		(one, other) => one.call.pieceCount - other.call.pieceCount,
	);
	return failures.find(({ error }) => isInDoubt(error)) ?? mostExact;
}
