import { itemsOfAllTries } from '../retryOnFail';
import type { ReportedRun } from '../Operation';
import type { Outcome } from '../../transport/Outcome';
import type { Item, Unit } from '../Item';

const MAX_LENGTH = 300;

/** `notTried`: an earlier run may have sent the unit, and this one has not looked it up. */
export type Status = Exclude<Outcome['kind'], 'leftInDoubt'> | 'notTried';

/** In the order of the account. `done` is "sent", "saved" or "done". */
function wordsFor(done: string): Record<Status, string> {
	return {
		accepted: 'accepted',
		alreadySent: `${done} earlier`,
		inDoubt: 'in doubt',
		rejected: 'rejected',
		notSent: `not ${done}`,
		notTried: 'not tried',
	};
}

/** Such as `(items 1-100 accepted; 101-200 in doubt)`. */
export function accountOf(run: ReportedRun): string {
	const { operation, n8n } = run;
	const statuses = new Array<Status>(n8n.itemIndexes.length).fill('notSent');
	for (const item of itemsOfAllTries(run)) statuses[item.index] = statusOf(item);
	return summarize(statuses, operation.report.doneWord);
}

export function summarize(statuses: Status[], done = 'done'): string {
	const present = Object.entries(wordsFor(done))
		.map(([status, words]) => ({ words, ranges: rangesOf(statuses, status) }))
		.filter(({ ranges }) => ranges.length > 0);
	const { length } = present.flatMap(({ ranges }) => ranges).join(', ');
	const room = length <= MAX_LENGTH ? length : MAX_LENGTH / present.length;
	const parts = present.map(({ words, ranges }) => `${firstRanges(ranges, room)} ${words}`);
	return `(items ${parts.join('; ')})`;
}

/** A partly sent item is in doubt, because sending it again could send that part twice. */
export function statusOf({ units }: Item): Status {
	const statuses = new Set(units.map(statusOfUnit));
	const [status = 'notSent'] = statuses;
	if (statuses.size <= 1) return status;
	const has = (...some: Status[]) => some.some((one) => statuses.has(one));
	if (!has('inDoubt', 'accepted', 'alreadySent')) return has('rejected') ? 'rejected' : 'notSent';
	return has('inDoubt', 'rejected', 'notSent', 'notTried') ? 'inDoubt' : 'accepted';
}

export function statusOfUnit({ outcome, recipient }: Unit): Status {
	const isBeforeLookUp = !outcome || (outcome.kind === 'notSent' && outcome.isBeforeRequest);
	if (isBeforeLookUp) return recipient?.sendOnce ? 'notTried' : 'notSent';
	return outcome.kind === 'leftInDoubt' ? 'inDoubt' : outcome.kind;
}

function rangesOf(statuses: Status[], wanted: string): string[] {
	const ranges: Array<[first: number, last: number]> = [];
	for (const [index, status] of statuses.entries()) {
		if (status !== wanted) continue;
		const range = ranges.at(-1);
		if (range?.[1] === index) range[1] = index + 1;
		else ranges.push([index + 1, index + 1]);
	}
	return ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
}

function firstRanges(ranges: string[], room: number): string {
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
