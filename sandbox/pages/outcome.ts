import type { JournalEntry } from '../traffic/createJournalEntry';

export type Outcome = 'accepted' | 'failed' | 'limited';

/** What became of a request, in the words of the requests' page. */
export function outcome({ status }: Pick<JournalEntry, 'status'>): Outcome {
	if (status === 429) return 'limited';
	return status !== null && status >= 200 && status < 300 ? 'accepted' : 'failed';
}
