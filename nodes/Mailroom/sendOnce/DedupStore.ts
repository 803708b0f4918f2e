import type { DeduplicationHelperFunctions, ICheckProcessedOptions } from 'n8n-workflow';
import { shortened } from '../parameters/wording';
import { SEND_ONCE_KEY } from './optionLabels';

/** n8n's deduplication store, without a lock. Throws DedupStoreError. */
export interface DedupStore {
	/**
	 * @param kept how many values stay; the oldest are dropped
	 * @returns those that were stored before
	 */
	record(values: string[], kept?: number): Promise<Set<string>>;
	remove(values: string[]): Promise<void>;
	count(): Promise<number>;
}

export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed' | 'getProcessedDataCount'
>;

export function dedupStore(deduplication: Deduplication): DedupStore {
	const options: ICheckProcessedOptions = { mode: 'entries' };
	return {
		record: async (values, maxEntries) => {
			const limited = { ...options, maxEntries };
			const answer = await triedTwice(
				async () => await deduplication.checkProcessedAndRecord(values, 'node', limited),
			);
			const stored = new Set(values);
			for (const value of answer.new) stored.delete(String(value));
			return stored;
		},
		remove: async (values) =>
			await triedTwice(async () => await deduplication.removeProcessed(values, 'node', options)),
		count: async () =>
			await triedTwice(async () => await deduplication.getProcessedDataCount('node', options)),
	};
}

/** If two first calls coincide, both insert the row and one fails. */
async function triedTwice<T>(call: () => Promise<T>): Promise<T> {
	return await call()
		.catch(call)
		.catch((error: unknown) => {
			throw new DedupStoreError(error);
		});
}

const NOT_SENT = `The email with this ${SEND_ONCE_KEY} was not sent. Try again later`;
const MAX_DETAIL_LENGTH = 200;

export class DedupStoreError extends Error {
	readonly detail: string;

	/** @param consequence a sentence without its period */
	constructor(cause: unknown, consequence = NOT_SENT) {
		const detail = detailOf(cause);
		super(`n8n could not read or write the history of sent emails (${detail}). ${consequence}`);
		this.detail = detail;
	}
}

function detailOf(cause: unknown): string {
	if (cause instanceof DedupStoreError) return cause.detail;
	const text = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').trim() : '';
	if (text === '') return 'no reason given';
	return shortened(text, MAX_DETAIL_LENGTH);
}
