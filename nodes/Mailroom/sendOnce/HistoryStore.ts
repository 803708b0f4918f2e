import type { DeduplicationHelperFunctions, ICheckProcessedOptions } from 'n8n-workflow';
import { HistoryFailed } from './HistoryFailed';

/** A set of values that outlives the execution. It can only be read by adding to it, and has no lock. */
export interface HistoryStore {
	/**
	 * Adds the values that are not there; each may be given only once.
	 *
	 * @returns those that were there before
	 * @throws HistoryFailed
	 */
	record(values: string[]): Promise<Set<string>>;
	/** @throws HistoryFailed */
	remove(values: string[]): Promise<void>;
}

/** The part of n8n's deduplication store that the history needs. */
export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed'
>;

/**
 * Recipients whose emails may be under way, in doubt or looked up at the same time without pushing older ones out of a full
 * history: they hold two values, others one.
 */
const MAX_OPEN_RECIPIENTS = 1_000;

/**
 * The history of a node, as n8n keeps it with the workflow.
 *
 * @param historySize how many recipients it remembers, the last ones
 */
export function historyStore(deduplication: Deduplication, historySize: number): HistoryStore {
	const options: ICheckProcessedOptions = {
		mode: 'entries',
		maxEntries: historySize + MAX_OPEN_RECIPIENTS,
	};
	return {
		record: async (values) => {
			const answer = await triedTwice(
				async () => await deduplication.checkProcessedAndRecord(values, 'node', options),
			);
			const there = new Set(values);
			for (const value of answer.new) there.delete(String(value));
			return there;
		},
		remove: async (values) => {
			await triedTwice(async () => await deduplication.removeProcessed(values, 'node', options));
		},
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
			throw new HistoryFailed(error);
		});
}
