import type { SendOnceSettings } from '../../execution/Operation';
import type { ListEmail } from '../../service';

/** The values of an item of "Send to List". */
export interface Newsletter {
	email: ListEmail;
	/** See textsDigest. */
	digest: string;
	severalEmails: 'fail' | 'sendDifferent';
	/** The one contact who gets it, as a test. */
	testRecipient: string | undefined;
	sendOnce: SendOnceSettings | undefined;
	/** Of the workflow. */
	timezone: string;
}
