import { failedBy } from '../../../run/failedBy';
import { isPending, type Unit } from '../../../run/Item';
import type { Run } from '../../../run/Operation';
import { grouped } from '../../../grouped';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { keyOfSeveralEmails, withKeyOfSeveralEmails } from '../../../sendOnce/oneEmailPerKey';
import { isOfFailedRun, type Failed } from '../../../transport/Outcome';
import { distinctNewsletters, type WithNewsletter } from './sameNewsletter';
import type { SentNewsletters } from './SentNewsletters';

type NewsletterUnit = Unit<WithNewsletter>;
type Conflict = [NewsletterUnit, Failed];

/** Makes items invalid that ask for different newsletters to one list. Tests don't count, nor emails of a failed run that Retry continues. */
export function refuseDifferentNewsletters(run: Run<WithNewsletter>, sent: SentNewsletters): void {
	const units = run.items.flatMap((item) => item.units);
	const toLists = units.filter(
		({ values, outcome }) => !values.newsletter.isTest && !isOfFailedRun(outcome),
	);
	const byList = grouped(toLists, ({ values }) => values.newsletter.list);
	const conflicts = new Map([...byList.values()].flatMap((toList) => conflictsIn(toList, sent)));
	for (const [position, item] of run.items.entries()) {
		const conflicting = item.units.find((unit) => isPending(unit) && conflicts.has(unit));
		// A copy, because Retry On Fail keeps the item, and its next try checks it again.
		if (conflicting) run.items[position] = { ...item, invalid: conflicts.get(conflicting) };
	}
}

/**
 * Decides on the newsletters to one list by their number, without duplicates:
 *
 * | unsent      | unsent and sent before | "If Emails Differ"  | refused                                                    |
 * | ----------- | ---------------------- | ------------------- | ---------------------------------------------------------- |
 * | none        | any number             | any                 | none: all will be skipped                                  |
 * | one         | one                    | any                 | none                                                       |
 * | one or more | several                | "Fail" for any item | all of this run                                            |
 * | one or more | several                | "Send Each" for all | those whose Send Once Key is also used for a different one |
 */
function conflictsIn(toList: NewsletterUnit[], sent: SentNewsletters): Conflict[] {
	const { list } = toList[0].values.newsletter;
	const unsent = distinctNewsletters(toList).filter(
		({ units: [{ values }] }) => !sent.find(values.newsletter),
	);
	const count = sent.countTo(list) + unsent.length;
	if (unsent.length === 0 || count === 1) return [];
	const mayDiffer = toList.every(({ values }) => values.newsletter.mayDiffer);
	const refused = mayDiffer
		? withKeyOfSeveralEmails(toList, ({ values }) => values.newsletter)
		: toList;
	const failed = failedBy(mayDiffer ? keyOfSeveralEmails(list) : tooMany(list, count));
	return refused.map((unit) => [unit, failed]);
}

function tooMany(list: string, count: number): InvalidParameter {
	return new InvalidParameter(
		'List',
		`is "${list}": its subscribers would get ${count.toLocaleString('en-US')} emails each`,
		'To personalize one email, use tags such as {{firstName}}. To email individual contacts, use "Send to Contacts". To send all emails, set "If Emails Differ" to "Send Each"',
	);
}
