import { systemClock } from '../transport/clock';
import type { ReadItem } from './Item';

/** The items of which something was sent in earlier tries of one run of the node, with what came of it. */
export class RunMemory {
	/** In ms since 1970. */
	readonly startedAt = systemClock.timeOfDay();

	private readonly items = new Map<number, ReadItem>();

	/** @param index of the item */
	recall(index: number): ReadItem | undefined {
		return this.items.get(index);
	}

	keep(item: ReadItem): void {
		this.items.set(item.index, item);
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
