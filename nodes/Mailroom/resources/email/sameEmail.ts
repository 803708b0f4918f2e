import { shareCalls, type CallPlan, type Likeness } from '../../execution/planCalls';
import { contactKey } from '../../parameters/emailAddress';
import type { ListEmail } from '../../service';

/**
 * Dates less than this apart are one moment: `{{ $now.plus({ hours: 1 }) }}` is evaluated for each item anew, and a newsletter is
 * not to go out once for each of them.
 */
const SAME_MOMENT_MS = 1_000;

/**
 * Items that ask for the same email share one send, wherever they stand.
 *
 * @param emailOf the email, and the one contact who gets it where there is one; undefined for an item that shares with none
 */
export function shareSameEmail<Ask>(
	emailOf: (ask: Ask) => { email: ListEmail; contact?: string } | undefined,
): CallPlan<Ask> {
	return shareCalls((ask) => {
		const asked = emailOf(ask);
		if (!asked) return undefined;
		const { texts, at } = likenessOf(asked.email);
		return { texts: [contactKey(asked.contact ?? ''), ...texts], at };
	}, SAME_MOMENT_MS);
}

/** What two items have in common that ask for the same email, whoever gets it. */
function likenessOf({ delayUntilDate, subject, body, ...rest }: ListEmail): Likeness {
	return {
		// The long ones as they are: making a text of them for each of thousands of items takes seconds.
		texts: [subject, body, JSON.stringify(rest)],
		at: delayUntilDate === undefined ? undefined : Date.parse(delayUntilDate),
	};
}

/** Whether two items ask for the same email, whoever gets it. */
export function isSameEmail(one: ListEmail, other: ListEmail): boolean {
	// The pieces of one item share one email, which may be long.
	if (one === other) return true;
	const [like, likeOther] = [likenessOf(one), likenessOf(other)];
	if (like.texts.some((text, index) => text !== likeOther.texts[index])) return false;
	if (like.at === undefined || likeOther.at === undefined) return like.at === likeOther.at;
	return Math.abs(like.at - likeOther.at) < SAME_MOMENT_MS;
}
