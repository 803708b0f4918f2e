import { grouped } from '../../grouped';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { keyOfSeveralEmails, withKeyOfSeveralEmails } from '../key/oneEmailPerKey';
import type { Recipient } from '../Recipient';
import type { Newsletter } from './Newsletter';

export interface ToNewsletter extends Recipient {
	newsletter: Newsletter;
}

type Conflict = [Recipient, InvalidParameter];

/** What was sent before. */
interface Sent {
	find(digest: string): unknown;
	/** Of different newsletters. */
	countTo(list: string): number;
}

/** Finds different newsletters to one list. Tests don't count. */
export function differentNewsletters(
	recipients: ToNewsletter[],
	sent: Sent,
): Map<Recipient, InvalidParameter> {
	const toLists = recipients.filter(({ newsletter }) => !newsletter.isTest);
	const byList = grouped(toLists, ({ newsletter }) => newsletter.list);
	return new Map([...byList.values()].flatMap((toList) => conflictsIn(toList, sent)));
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
function conflictsIn(toList: ToNewsletter[], sent: Sent): Conflict[] {
	const { list } = toList[0].newsletter;
	const digests = new Set(toList.map(({ newsletter }) => newsletter.digest));
	const unsent = [...digests].filter((digest) => !sent.find(digest)).length;
	const count = sent.countTo(list) + unsent;
	if (unsent === 0 || count === 1) return [];
	const mayDiffer = toList.every(({ newsletter }) => newsletter.mayDiffer);
	const refused = mayDiffer ? withKeyOfSeveralEmails(toList) : toList;
	const error = mayDiffer ? keyOfSeveralEmails(list) : tooMany(list, count);
	return refused.map((recipient) => [recipient, error]);
}

function tooMany(list: string, count: number): InvalidParameter {
	return new InvalidParameter(
		'List',
		`is "${list}": its subscribers would get ${count.toLocaleString('en-US')} emails each`,
		'To personalize one email, use tags such as {{firstName}}. To email individual contacts, use "Send to Contacts". To send all emails, set "If Emails Differ" to "Send Each"',
	);
}
