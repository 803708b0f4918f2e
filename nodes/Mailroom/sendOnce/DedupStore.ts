import type { DeduplicationHelperFunctions, ICheckProcessedOptions } from 'n8n-workflow';
import { shortened } from '../parameters/wording';
import { SEND_ONCE_KEY } from './optionLabels';

/** n8n's deduplication store: a set of values, without a lock. */
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
			const answer = await deduplication.checkProcessedAndRecord(values, 'node', limited);
			const stored = new Set(values);
			for (const value of answer.new) stored.delete(String(value));
			return stored;
		},
		remove: async (values) => await deduplication.removeProcessed(values, 'node', options),
	};
}

const NOT_SENT = `The email with this ${SEND_ONCE_KEY} was not sent. Try again later`;
const MAX_DETAIL_LENGTH = 200;

export class DedupStoreError extends Error {
	readonly detail: string;

	/** @param consequence a sentence without its period */
	constructor(cause: unknown, consequence = NOT_SENT) {
		const detail = cause instanceof DedupStoreError ? cause.detail : detailOf(cause);
		super(`n8n couldn't read or write the history of sent emails (${detail}). ${consequence}`);
		this.detail = detail;
	}
}

function detailOf(cause: unknown): string {
	const text = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').trim() : '';
	return shortened(text || 'no reason given', MAX_DETAIL_LENGTH);
}
