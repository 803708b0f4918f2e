/** Status of an item in the node's report. `failed` is certainly not done. */
export type ItemStatus = 'accepted' | 'failed' | 'inDoubt';

const ACCOUNT = /\(items ([^()]*)\)$/;
const PART = /^(.+) (accepted|\w+ earlier|in doubt|rejected|not \w+)$/;

const fateOf = (words: string): ItemStatus => {
	if (words === 'in doubt') return 'inDoubt';
	return words === 'rejected' || words.startsWith('not ') ? 'failed' : 'accepted';
};

/**
 * The status of each item in an error that ended a run: `... (items 1-3 accepted; 4 in doubt; 5-14 not sent)`.
 *
 * @returns by the index of the item; empty when there is no account
 */
export function statusesInAccount(message: string): Map<number, ItemStatus> {
	const statuses = new Map<number, ItemStatus>();
	const parts = ACCOUNT.exec(message)?.[1].split('; ') ?? [];
	for (const part of parts) {
		const [, ranges = '', words = ''] = PART.exec(part) ?? [];
		for (const [, first, last = first] of ranges.matchAll(/(\d+)(?:-(\d+))?/g)) {
			for (let number = Number(first); number <= Number(last); number++) {
				statuses.set(number - 1, fateOf(words));
			}
		}
	}
	return statuses;
}
