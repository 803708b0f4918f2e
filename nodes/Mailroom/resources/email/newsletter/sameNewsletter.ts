import { digestOf } from '../../../digest';
import type { Batch, Unit } from '../../../run/Item';
import { grouped } from '../../../grouped';
import { contactKey } from '../../../parameters/emailAddress';
import type { ListEmail } from '../../../service';

// The only place that says which newsletters are the same.

export interface Newsletter {
	list: string;
	/** Equal for the same newsletter. */
	digest: string;
	/** Digest of subject and body. A Send Once Key belongs to one text. */
	textDigest: string;
	sendOnceKey: string | undefined;
	/** Tests go to one contact and don't count as sent to the list. */
	isTest: boolean;
	/** Whether subscribers may get different newsletters in one execution. */
	mayDiffer: boolean;
}

export interface WithNewsletter {
	newsletter: Newsletter;
}

interface Addressed {
	email: ListEmail;
	testRecipient: string | undefined;
	sendOnceKey: string | undefined;
	mayDiffer: boolean;
}

/**
 * The same newsletter is the same email to the same list, or as a test to the same contact. The time of delivery doesn't
 * count, because subscribers would get the same email twice.
 */
export function newsletterOf({ email, testRecipient, ...rest }: Addressed): Newsletter {
	const { list, subject, body } = email;
	const delivery = { delaySeconds: undefined, delayUntilDate: undefined };
	const settings = { ...email, subject: undefined, body: undefined, ...delivery };
	const textDigest = digestOf([subject, body]);
	const recipient = testRecipient === undefined ? '' : contactKey(testRecipient);
	const digest = digestOf([recipient, JSON.stringify(settings), textDigest]);
	return { ...rest, list, digest, textDigest, isTest: testRecipient !== undefined };
}

/** One batch for each newsletter. Its first item decides on the time of delivery. */
export function distinctNewsletters(units: Array<Unit<WithNewsletter>>): Batch<WithNewsletter>[] {
	const same = grouped(units, ({ values }) => values.newsletter.digest);
	return [...same.values()].map((ofNewsletter) => ({ units: ofNewsletter }));
}

/** The Send Once Key if all have the same one. Only then, "If in Doubt" decides on a doubt: the choice of some must not count for others. */
export function commonKey(same: Newsletter[]): string | undefined {
	const keys = new Set(same.map(({ sendOnceKey }) => sendOnceKey));
	return keys.size === 1 ? same[0].sendOnceKey : undefined;
}
