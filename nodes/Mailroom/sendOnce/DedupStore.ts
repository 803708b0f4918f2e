import type { DeduplicationHelperFunctions, ICheckProcessedOptions } from 'n8n-workflow';
import { shortened } from '../parameters/wording';
import { SEND_ONCE_KEY } from './optionLabels';

/** n8n's deduplication store, without a lock. Throws DedupStoreError. */
export interface DedupStore {
	/**
	 * @param maxEntries how many values stay; the oldest are dropped
	 * @returns those that were stored before
	 */
	record(values: string[], maxEntries: number): Promise<Set<string>>;
	remove(values: string[]): Promise<void>;
}

export type Deduplication = Pick<
	DeduplicationHelperFunctions,
	'checkProcessedAndRecord' | 'removeProcessed'
>;

export function dedupStore(deduplication: Deduplication): DedupStore {
	const options: ICheckProcessedOptions = { mode: 'entries' };
	return {
		record: async (values, maxEntries) => {
			const limited = { ...options, maxEntries };
			const call = deduplication.checkProcessedAndRecord(values, 'node', limited);
			const answer = await call.catch(rethrow);
			const stored = new Set(values);
			for (const value of answer.new) stored.delete(String(value));
			return stored;
		},
		remove: async (values) =>
			await deduplication.removeProcessed(values, 'node', options).catch(rethrow),
	};
}

function rethrow(error: unknown): never {
	throw new DedupStoreError(error);
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
