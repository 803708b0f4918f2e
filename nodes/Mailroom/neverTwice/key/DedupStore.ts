import type { DeduplicationHelperFunctions, ICheckProcessedOptions } from 'n8n-workflow';

export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed'
>;

/** n8n's deduplication store: a set of values, without a lock. */
export interface DedupStore {
	/**
	 * @param maxValues how many values stay; the oldest are dropped
	 * @returns those that were stored before
	 */
	add(values: string[], maxValues: number): Promise<Set<string>>;
	remove(values: string[]): Promise<void>;
}

export function dedupStore(deduplication: Deduplication): DedupStore {
	const options: ICheckProcessedOptions = { mode: 'entries' };
	return {
		add: async (values, maxValues) => {
			const limited = { ...options, maxEntries: maxValues };
			const answer = await deduplication.checkProcessedAndRecord(values, 'node', limited);
			const stored = new Set(values);
			for (const value of answer.new) stored.delete(String(value));
			return stored;
		},
		remove: async (values) => await deduplication.removeProcessed(values, 'node', options),
	};
}
