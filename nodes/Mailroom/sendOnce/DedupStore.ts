import type { DeduplicationHelperFunctions, ICheckProcessedOptions } from 'n8n-workflow';
import { DedupStoreError } from './DedupStoreError';

/** A set of values that outlives the execution. It can only be read by adding to it, and has no lock. */
export interface DedupStore {
	/**
	 * Adds the values that are not there; each may be given only once.
	 *
	 * @param kept how many values are to be there after that: the oldest are forgotten
	 * @returns those that were there before
	 * @throws DedupStoreError
	 */
	record(values: string[], kept?: number): Promise<Set<string>>;
	/** @throws DedupStoreError */
	remove(values: string[]): Promise<void>;
	/**
	 * @returns how many values there are
	 * @throws DedupStoreError
	 */
	count(): Promise<number>;
}

/** The part of n8n's deduplication store that the history needs. */
export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

/** The history of a node, as n8n keeps it with the workflow. */
export function dedupStore(deduplication: Deduplication): DedupStore {
	const options: ICheckProcessedOptions = { mode: 'entries' };
	return {
		record: async (values, maxEntries) => {
			const limited = { ...options, maxEntries };
			const answer = await triedTwice(
				async () => await deduplication.checkProcessedAndRecord(values, 'node', limited),
			);
			const there = new Set(values);
			for (const value of answer.new) there.delete(String(value));
			return there;
		},
		remove: async (values) => {
			await triedTwice(async () => await deduplication.removeProcessed(values, 'node', options));
		},
		count: async () =>
			await triedTwice(async () => await deduplication.getProcessedDataCount('node', options)),
	};
}

/**
 * The first two calls for a node at the same moment both insert its row, and one of them fails. Should the failed call have
 * stored its values nevertheless, the second finds them there, and they are in doubt.
 */
async function triedTwice<T>(call: () => Promise<T>): Promise<T> {
	return await call()
		.catch(call)
		.catch((error: unknown) => {
			throw new DedupStoreError(error);
		});
}
