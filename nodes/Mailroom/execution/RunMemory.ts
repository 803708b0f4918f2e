import type { Effect } from '../transport/attempt';
import { isInDoubt } from '../transport/ServiceError';
import type { Outcome, Piece } from './ItemRun';

/** An item of which something was sent. */
interface RememberedItem {
	/** What it asked for. An expression may give something else at the next try, such as other recipients. */
	ask: unknown;
	/** By the index of the piece. */
	outcomes: Map<number, Outcome>;
}

/** What came of the pieces of items in earlier tries of one run of the node. */
export class RunMemory {
	/** In ms since 1970. */
	readonly startedAt = Date.now();

	private readonly items = new Map<number, RememberedItem>();

	/** @param index of the item */
	recall(index: number): Readonly<RememberedItem> | undefined {
		return this.items.get(index);
	}

	remember({ item, index }: Piece, outcome: Outcome): void {
		const remembered = this.items.get(item.index) ?? { ask: item.ask, outcomes: new Map() };
		remembered.outcomes.set(index, outcome);
		this.items.set(item.index, remembered);
	}
}

const memories = new WeakMap<object, RunMemory>();

/**
 * The memory of a run, found by n8n's own object of that run: "Retry On Fail" calls the node again with the same object, and
 * the memory goes when the object goes.
 */
export function runMemory(run: object): RunMemory {
	const memory = memories.get(run) ?? new RunMemory();
	memories.set(run, memory);
	return memory;
}

/** Whether another try of the run must not send a piece again: it was accepted, or it is in doubt and would be done twice. */
export function isForGood(outcome: Outcome, effect: Effect): boolean {
	if (outcome.kind !== 'failed') return true;
	return effect === 'once' && isInDoubt(outcome.error);
}
