import type { SendOnceSettings } from '../../execution/Operation';
import { emailDigest } from '../../sendOnce/dedupEntry';
import type { EmailContent, ListEmail } from '../../service';

/** The values of an item of "Send to List". */
export interface Newsletter {
	email: ListEmail;
	/** See `textsDigest`. */
	digest: string;
	severalEmails: 'fail' | 'sendDifferent';
	testRecipient: string | undefined;
	sendOnce: SendOnceSettings | undefined;
	timezone: string;
}

/** The last email that was hashed, since many items in a row have the same texts. A weak reference, so that it does not outlive its run. */
let last: { email: WeakRef<EmailContent>; digest: string } | undefined;

/** A hash of subject and body. */
export function textsDigest(email: EmailContent): string {
	const { subject, body } = email;
	const known = last?.email.deref();
	const isSame = known?.subject === subject && known.body === body;
	const digest = last && isSame ? last.digest : emailDigest([subject, body]);
	last = { email: new WeakRef(email), digest };
	return digest;
}
