import { ServiceError } from '../transport/ServiceError';
import type { Item, Unit } from './Item';
import type { Operation } from './Operation';

const MAX_LENGTH = 300;

/** In the order of the account. */
const STATUSES = [
	'accepted',
	'sent earlier',
	'in doubt',
	'rejected',
	'not sent',
	'not tried',
] as const;

export type ItemStatus = (typeof STATUSES)[number];

type Wording = Pick<Operation, 'sendOnce' | 'doneWord'>;

/** `not tried`: an earlier run may have sent it with the same Send Once Key, which was not looked up. */
export function statusOf(
	{ outcome, previousFailure, values }: Unit,
	{ sendOnce }: Wording,
): ItemStatus {
	const last = outcome ?? previousFailure;
	if (last?.kind === 'accepted') return 'accepted';
	if (last?.kind === 'alreadySent') return 'sent earlier';
	if (last?.kind === 'continued') return last.isInDoubt ? 'in doubt' : 'sent earlier';
	if (last?.error instanceof ServiceError) return STATUS_AFTER[last.error.details.outcome];
	return sendOnce?.settings(values) ? 'not tried' : 'not sent';
}

const STATUS_AFTER = { inDoubt: 'in doubt', rejected: 'rejected', notSent: 'not sent' } as const;

/** A partly sent item is in doubt, because sending it again could send that part twice. */
function statusOfItem({ units }: Item, operation: Wording): ItemStatus {
	const statuses = new Set(units.map((unit) => statusOf(unit, operation)));
	const [status = 'not sent'] = statuses;
	if (statuses.size <= 1) return status;
	const has = (...some: ItemStatus[]) => some.some((one) => statuses.has(one));
	if (!has('accepted', 'sent earlier', 'in doubt'))
		return has('rejected') ? 'rejected' : 'not sent';
	return has('in doubt', 'rejected', 'not sent', 'not tried') ? 'in doubt' : 'accepted';
}

/** Such as `(items 1-100 accepted; 101-200 in doubt)`. */
export function accountOf(items: Item[], itemCount: number, operation: Wording): string {
	const statuses = new Array<ItemStatus>(itemCount).fill('not sent');
	for (const item of items) statuses[item.index] = statusOfItem(item, operation);

	const present = STATUSES.map((status) => ({
		words: wordsFor(status, operation),
		ranges: rangesOf(statuses, status),
	})).filter(({ ranges }) => ranges.length > 0);
	const { length } = present.flatMap(({ ranges }) => ranges).join(', ');
	const room = length <= MAX_LENGTH ? length : MAX_LENGTH / present.length;
	const parts = present.map(({ words, ranges }) => `${shortened(ranges, room)} ${words}`);
	return `(items ${parts.join('; ')})`;
}

/** An operation that sends no email has its own word for "sent". */
function wordsFor(status: ItemStatus, { doneWord }: Wording): string {
	return status.replace('sent', doneWord ?? 'done');
}

function rangesOf(statuses: ItemStatus[], wanted: ItemStatus): string[] {
	const ranges: Array<[first: number, last: number]> = [];
	for (const [index, status] of statuses.entries()) {
		if (status !== wanted) continue;
		const range = ranges.at(-1);
		if (range?.[1] === index) range[1] = index + 1;
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
