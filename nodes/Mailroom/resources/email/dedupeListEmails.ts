import { createHash } from 'node:crypto';
import type { Batch } from '../../execution/Item';
import type { BatchPlan } from '../../execution/planBatches';
import { SAME_MOMENT_MS, type EmailIdentity } from '../../execution/SentInExecution';
import { contactKey } from '../../parameters/emailAddress';
import type { ListEmail } from '../../service';

/** Limits how far apart the first and the last email of a batch are, when each is close to the one before. */
const MAX_DRIFT_MS = 60_000;

/** All that makes an email the same as another. The body stands by itself, since it may be long and the items many. */
interface EqualityKey {
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
export function dedupeListEmails<Values>(
	emailOf: (values: Values) => { email: ListEmail; contact?: string },
): BatchPlan<Values> {
	return (units) => {
		const batches: Array<Batch<Values>> = [];
		const shared = new Map<
			string,
			Array<{ batch: Batch<Values>; since: number; last: EqualityKey }>
		>();
		for (const unit of units) {
			const { email, contact } = emailOf(unit.values);
			const last = equalityKey(email, contact);
			const others = shared.get(last.rest) ?? [];
			const same = others.find(
				(other) => isSame(other.last, last) && Math.abs(last.at - other.since) < MAX_DRIFT_MS,
			);
			if (same) {
				same.batch.units.push(unit);
				// A time that moves on, as `{{ $now }}` does from item to item, takes its batch along.
				same.last = last;
				continue;
			}
			const batch = { units: [unit] };
			batches.push(batch);
			shared.set(last.rest, others);
			others.push({ batch, since: last.at, last });
		}
		return batches;
	};
}

/** Tells whether two items ask for the same email, whoever gets it. */
export function isSameEmail(one: ListEmail, other: ListEmail): boolean {
	// The units of one item share one email.
	if (one === other) return true;
	const [key, otherKey] = [equalityKey(one), equalityKey(other)];
	return key.rest === otherKey.rest && isSame(key, otherKey);
}

/** The same for a later run of the same execution, which knows no text of the earlier ones. */
export function identityOf(email: ListEmail): EmailIdentity {
	const { rest, body, at } = equalityKey(email);
	const digest = () =>
		createHash('sha256')
			.update(JSON.stringify([rest, body]))
			.digest('hex');
	return { list: email.list, at, digest };
}

function equalityKey({ body, delayUntilDate, ...rest }: ListEmail, contact = ''): EqualityKey {
	const at = delayUntilDate === undefined ? 0 : Date.parse(delayUntilDate);
	return { rest: JSON.stringify([contactKey(contact), rest]), body, at };
}

function isSame(one: EqualityKey, other: EqualityKey): boolean {
	return one.body === other.body && Math.abs(one.at - other.at) < SAME_MOMENT_MS;
}
