import { digestOf } from '../../digest';
import { contactKey } from '../../parameters/emailAddress';
import type { ListEmail } from '../../service';

// The only place that says which newsletters are the same.

export interface Newsletter {
	list: string;
	/** Equal for the same newsletter. */
	digest: string;
	/** Digest of subject and body. A Send Once Key belongs to one text. */
	textDigest: string;
	/** Tests go to one contact and don't count as sent to the list. */
	isTest: boolean;
	/** Whether subscribers may get different newsletters in one execution. */
	mayDiffer: boolean;
}

interface Addressed {
	email: ListEmail;
	testRecipient: string | undefined;
	mayDiffer: boolean;
}

/**
 * The same newsletter is the same email to the same list, or as a test to the same contact. The time of delivery doesn't
 * count, because subscribers would get the same email twice.
 */
export function newsletterOf({ email, testRecipient, mayDiffer }: Addressed): Newsletter {
	const { list, subject, body } = email;
	const delivery = { delaySeconds: undefined, delayUntilDate: undefined };
	const settings = { ...email, subject: undefined, body: undefined, ...delivery };
	const textDigest = digestOf([subject, body]);
	const recipient = testRecipient === undefined ? '' : contactKey(testRecipient);
	const digest = digestOf([recipient, JSON.stringify(settings), textDigest]);
	return { mayDiffer, list, digest, textDigest, isTest: testRecipient !== undefined };
}
