/** One request to the service. All pieces that shared it have the same object. */
export interface Call {
	/** How many items it was for. */
	itemCount: number;
	pieceCount: number;
}

/** What came of one piece of an item. */
export type Outcome =
	| { kind: 'accepted'; result: unknown; acceptedAt: number; call: Call }
	/** An earlier execution has sent it. */
	| { kind: 'alreadySent'; call: Call }
	| { kind: 'failed'; error: unknown; call: Call };

/** What came of the pieces of items in earlier tries of one run of the node. */
export class RunMemory {
	/** In ms since 1970. */
	readonly startedAt = Date.now();

	private readonly outcomes = new Map<number, Map<number, Outcome>>();

	recall(itemIndex: number, piece: number): Outcome | undefined {
		return this.outcomes.get(itemIndex)?.get(piece);
	}

	remember(itemIndex: number, piece: number, outcome: Outcome): void {
		const pieces = this.outcomes.get(itemIndex) ?? new Map<number, Outcome>();
		this.outcomes.set(itemIndex, pieces.set(piece, outcome));
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
