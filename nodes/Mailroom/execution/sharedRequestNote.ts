import { ServiceError } from '../transport/ServiceError';
import {
	statusOf,
	itemCountOf,
	type Batch,
	type Failed,
	type ItemStatus,
	type Item,
	type Outcome,
	type Unit,
} from './Item';
import type { Bulk } from './Operation';

/* What the error of an item says of those with which it shared a request. */

const MAX_NAMED_PIECES = 100;

/** Says if this is the failure that an item's error tells of. */
export function isFailure(
	outcome: Outcome | undefined,
	failure: unknown,
): outcome is Failed & Outcome {
	return outcome?.kind === 'failed' && outcome.error === failure;
}

/** Says first that the reason may be that of another item, where they shared the request. */
export function sharedFate(bulk: Bulk<unknown>, item: Item, failure: unknown, call: Batch): string {
	if (call.units.length === 1 || !(failure instanceof ServiceError)) return '';
	const { outcome, status = 0 } = failure;
	const othersCount = itemCountOf(call) - 1;
	const others =
		othersCount > 0
			? `together with ${othersCount} other item${othersCount === 1 ? '' : 's'}`
			: `for all of its ${call.units.length} ${bulk.unitNoun ?? 'parts'}`;
	if (outcome === 'inDoubt') return `The request is in doubt as a whole, ${others}. `;
	const wouldBeSplit = bulk.isSplitWhenRejected(item.units[0].values, status);
	const isAboutContent = !failure.refusesAll && (wouldBeSplit || bulk.splitOption !== undefined);
	if (outcome === 'notSent' || !isAboutContent) return '';
	const advice =
		bulk.splitOption && failure.rejectsContent && !wouldBeSplit
			? `; switch on "${bulk.splitOption}" to find out which of them the service refuses`
			: '';
	return `The request was rejected as a whole, ${others}${advice}. `;
}

/** Says what else is known about the reason, for how many it is the same, and that this one was not tried alone. */
export function whoElse(
	{ unitNoun = 'items' }: Bulk<unknown>,
	{ shared, isUntried, error }: Failed,
): string {
	if (!shared) return '';
	const { triedCount, untriedCount, advice } = shared;
	const [all, tried] = [triedCount + untriedCount, triedCount].map((count) =>
		count.toLocaleString('en-US'),
	);
	const untried = `: ${tried} were tried alone, this one was not, as all of them were rejected`;
	const others = `${all} ${unitNoun} share this reason${isUntried ? untried : ''}.`;
	const sentences = [advice, triedCount + untriedCount > 1 ? others : ''].filter(Boolean);
	if (sentences.length === 0) return '';
	const isEnded = error instanceof Error && /[.!?]$/.test(error.message);
	return `${isEnded ? '' : '.'} ${sentences.join(' ')}`;
}

/**
 * Says what came of the recipients of one item, e.g. " (accepted for 248 of 250 recipients; in doubt for a, b)". Nothing where the
 * same came of all, unless one of them is the reason: without its name the user could not tell which.
 */
export function statusByRecipient(
	units: Unit[],
	{ unitName, unitNoun }: Bulk<unknown>,
	failure: unknown,
): string {
	const withFate = (fate: ItemStatus) => units.filter((piece) => statusOf(piece) === fate);
	const named = (label: string, some: Unit[]) => {
		const names = some.slice(0, MAX_NAMED_PIECES).map(({ values }) => unitName?.(values));
		const more = some.length > names.length ? ` and ${some.length - names.length} more` : '';
		return some.length > 0 ? [`${label} ${names.join(', ')}${more}`] : [];
	};
	const [accepted, earlier] = [withFate('accepted').length, withFate('sent earlier').length];
	const [inDoubt, unsent] = [withFate('in doubt'), withFate('not sent')];
	const refused = unsent.filter(({ outcome }) => isFailure(outcome, failure));
	const isAlike = [inDoubt, unsent].some(({ length }) => length === units.length);
	if (isAlike && refused.length !== 1) return '';
	const fates = [
		...(isAlike ? named('this is about', refused) : []),
		`accepted for ${accepted} of ${units.length} ${unitNoun}`,
		...(earlier > 0 ? [`sent earlier to ${earlier}`] : []),
		...named('in doubt for', inDoubt),
		...(isAlike ? [] : named('not for', unsent)),
	];
	return ` (${fates.join('; ')})`;
}
