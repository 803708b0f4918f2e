import { emailDigest } from '../../sendOnce/dedupEntry';
import type { EmailContent } from '../../service';

/** The email before, as many items in a row have the same texts. A weak reference, since it must not outlive its run. */
let last: { email: WeakRef<EmailContent>; digest: string } | undefined;

/** Tells the texts of an email from those of others. They may be long, so the same ones are hashed once. */
export function textsDigest(email: EmailContent): string {
	const { subject, body } = email;
	const known = last?.email.deref();
	const isSame = known?.subject === subject && known.body === body;
	const digest = last && isSame ? last.digest : emailDigest([subject, body]);
	last = { email: new WeakRef(email), digest };
	return digest;
}
