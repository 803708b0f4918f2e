import type { IDataObject } from 'n8n-workflow';
import type { ServiceError } from '../transport/serviceError';

/**
 * What is settled for good about one piece of an item: the service accepted it, or it may have acted on it and must not be
 * asked again.
 */
export type Settled =
	{ kind: 'accepted'; output: IDataObject[] } | { kind: 'uncertain'; error: ServiceError };

/** What earlier tries of one run of the node have settled, by item index and piece. */
export class RunMemory {
	private readonly settled = new Map<number, Map<number, Settled>>();

	recall(itemIndex: number, piece: number): Settled | undefined {
		return this.settled.get(itemIndex)?.get(piece);
	}

	remember(itemIndex: number, piece: number, settled: Settled): void {
		const pieces = this.settled.get(itemIndex) ?? new Map<number, Settled>();
		this.settled.set(itemIndex, pieces.set(piece, settled));
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
