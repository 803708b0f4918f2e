import { statusOf, type Item, type ItemStatus } from './Item';

const STATUSES: ItemStatus[] = ['accepted', 'sent earlier', 'in doubt', 'not sent'];

/** About so many characters of a summary are ranges; the rest is counted. */
const MAX_LENGTH = 300;

/**
 * The status of all items of a run, by ranges of their numbers, which begin with 1:
 * `(items 1-100 accepted; 101-200 in doubt; 201-250 not sent)`.
 *
 * @param items those that were read; the others were not sent
 * @param itemCount of the input
 */
export function summarize(items: Item[], itemCount: number): string {
	const statuses = new Array<ItemStatus>(itemCount).fill('not sent');
	for (const item of items) statuses[item.index] = statusOfItem(item);

	const present = STATUSES.map((status) => ({ status, ranges: rangesOf(statuses, status) })).filter(
		({ ranges }) => ranges.length > 0,
	);
	const allRanges = present.flatMap(({ ranges }) => ranges).join(', ');
	const room = allRanges.length <= MAX_LENGTH ? MAX_LENGTH : MAX_LENGTH / present.length;
	const parts = present.map(({ status, ranges }) => `${shortened(ranges, room)} ${status}`);
	return `(items ${parts.join('; ')})`;
}

/**
 * An item of which a part was done, in this run or in an earlier one, and a part was not, is in doubt as a whole: sending it
 * again could send the one part twice.
 */
function statusOfItem({ units }: Item): ItemStatus {
	const statuses = [...new Set(units.map(statusOf))];
	if (statuses.length <= 1) return statuses[0] ?? 'not sent';
	const isDone = statuses.every((status) => status === 'accepted' || status === 'sent earlier');
	return isDone ? 'accepted' : 'in doubt';
}

function rangesOf(statuses: ItemStatus[], wanted: ItemStatus): string[] {
	const ranges: Array<[first: number, last: number]> = [];
	for (const [index, status] of statuses.entries()) {
		if (status !== wanted) continue;
		const range = ranges.at(-1);
		if (range && range[1] === index) range[1] = index + 1;
		else ranges.push([index + 1, index + 1]);
	}
	return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
}

function shortened(ranges: string[], room: number): string {
	let count = 0;
	let length = 0;
	while (count < ranges.length && (count === 0 || length + ranges[count].length <= room)) {
		length += ranges[count].length + 2;
		count++;
	}
	const more = ranges.length - count;
	const shown = ranges.slice(0, count).join(', ');
	if (more === 0) return shown;
	return `${shown} and ${more} more ${more === 1 ? 'range' : 'ranges'}`;
}
