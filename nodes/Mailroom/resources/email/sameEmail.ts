import { createHash } from 'node:crypto';
import type { Batch } from '../../execution/Item';
import type { BatchPlan } from '../../execution/planBatches';
import { SAME_MOMENT_MS, type EmailIdentity } from '../../execution/SentInExecution';
import { contactKey } from '../../parameters/emailAddress';
import type { ListEmail } from '../../service';

/** So far apart may the first and the last of them be, when each is but a moment after the one before. */
const MOMENTS_MS = 60_000;

/** All that makes an email the same as another. The body stands by itself, since it may be long and the items many. */
interface Likeness {
	rest: string;
	body: string;
	/** In ms since 1970, 0 without a date. */
	at: number;
}

/**
 * Items that ask for the same email share one send, wherever they stand.
 *
 * @param emailOf the email, and the one contact who gets it where there is one
 */
export function shareSameEmail<Values>(
	emailOf: (values: Values) => { email: ListEmail; contact?: string },
): BatchPlan<Values> {
	return (units) => {
		const calls: Array<Batch<Values>> = [];
		const shared = new Map<string, Array<{ call: Batch<Values>; since: number; last: Likeness }>>();
		for (const piece of units) {
			const { email, contact } = emailOf(piece.values);
			const last = likenessOf(email, contact);
			const others = shared.get(last.rest) ?? [];
			const same = others.find(
				(other) => isSame(other.last, last) && Math.abs(last.at - other.since) < MOMENTS_MS,
			);
			if (same) {
				same.call.units.push(piece);
				// A moment that moves on, as `{{ $now }}` does from item to item, takes its call along.
				same.last = last;
				continue;
			}
			const call = { units: [piece] };
			calls.push(call);
			shared.set(last.rest, others);
			others.push({ call, since: last.at, last });
		}
		return calls;
	};
}

/** Tells whether two items ask for the same email, whoever gets it. */
export function isSameEmail(one: ListEmail, other: ListEmail): boolean {
	// The pieces of one item share one email.
	if (one === other) return true;
	const [like, likeOther] = [likenessOf(one), likenessOf(other)];
	return like.rest === likeOther.rest && isSame(like, likeOther);
}

/** The same for a later run of the same execution, which knows no text of the earlier ones. */
export function identityOf(email: ListEmail): EmailIdentity {
	const { rest, body, at } = likenessOf(email);
	const digest = () =>
		createHash('sha256')
			.update(JSON.stringify([rest, body]))
			.digest('hex');
	return { list: email.list, at, digest };
}

function likenessOf({ body, delayUntilDate, ...rest }: ListEmail, contact = ''): Likeness {
	const at = delayUntilDate === undefined ? 0 : Date.parse(delayUntilDate);
	return { rest: JSON.stringify([contactKey(contact), rest]), body, at };
}

function isSame(one: Likeness, other: Likeness): boolean {
	return one.body === other.body && Math.abs(one.at - other.at) < SAME_MOMENT_MS;
}
