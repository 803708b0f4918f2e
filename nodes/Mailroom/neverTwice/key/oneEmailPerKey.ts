import { grouped } from '../../grouped';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { SEND_ONCE_KEY } from './options';

/**
 * A newsletter's Send Once Key belongs to one email: with another subject or body, it is an error. Otherwise, a key that was not changed
 * for the next issue would silently skip it. Three places compare:
 *
 * - items of a run: `differentNewsletters`
 * - the claims of the process: `ClaimTable.answerFromMemory`
 * - the history: `stateIn` in `Entry`
 */
export interface EmailOfKey {
	/** Of the key and recipient. */
	name: string;
	/** Of subject and body. Undefined if the key may belong to any email. */
	emailDigest?: string;
}

/** Undefined if the key may belong to any email. */
export function emailValue({ name, emailDigest }: EmailOfKey): string | undefined {
	return emailDigest === undefined ? undefined : `${name}:email ${emailDigest}`;
}

/** @param stored values of an entry that is sent or in doubt */
export function isOtherEmail(stored: ReadonlySet<string>, wanted: EmailOfKey): boolean {
	const value = emailValue(wanted);
	return value !== undefined && !stored.has(value);
}

interface OfKey {
	entry?: EmailOfKey;
}

/** @returns those whose key is also used for another email to the list */
export function withKeyOfSeveralEmails<T extends OfKey>(toList: T[]): T[] {
	const keyed = toList.filter(({ entry }) => entry !== undefined);
	return [...grouped(keyed, ({ entry }) => entry?.name).values()]
		.filter((ofKey) => grouped(ofKey, ({ entry }) => entry?.emailDigest).size > 1)
		.flat();
}

export function keyOfSeveralEmails(list: string): InvalidParameter {
	return new InvalidParameter(
		SEND_ONCE_KEY,
		`is the same for different emails to the list "${list}"`,
		'A Send Once Key belongs to one email. Add something that differs, such as the issue number',
	);
}

export const KEY_OF_OTHER_EMAIL = new InvalidParameter(
	SEND_ONCE_KEY,
	'was already used for an email to this list with another subject or body. This email was not sent',
	'Enter another Send Once Key for this email, such as one with the issue or week number',
);
