import { createHash } from 'node:crypto';
import type { Batch } from '../../execution/Item';
import type { BatchPlan } from '../../execution/planBatches';
import { SAME_DELIVERY_MS, type EmailIdentity } from '../../execution/SentInExecution';
import { contactKey } from '../../parameters/emailAddress';
import type { ListEmail } from '../../service';
import type { Newsletter } from './Newsletter';

/** Items that ask for the same email share one send, wherever they stand. A test is the same for the same contact only. */
export const dedupeListEmails: BatchPlan<Newsletter> = (units) => {
	const batches: Array<Batch<Newsletter>> = [];
	const shared = new Map<string, Array<{ batch: Batch<Newsletter>; at: number }>>();
	for (const unit of units) {
		const key = equalityKey(unit.values);
		const at = timeOf(unit.values.email);
		const others = shared.get(key) ?? [];
		const same = others.find((other) => Math.abs(at - other.at) < SAME_DELIVERY_MS);
		if (same) {
			same.batch.units.push(unit);
			continue;
		}
		const batch = { units: [unit] };
		batches.push(batch);
		shared.set(key, others);
		others.push({ batch, at });
	}
	return batches;
};

/** True if two emails differ in their recipients only. */
export function isSameEmail(one: ListEmail, other: ListEmail): boolean {
	// The units of one item share one object.
	if (one === other) return true;
	// The bodies are compared by themselves, since they may be long.
	return (
		one.body === other.body &&
		settingsOf(one) === settingsOf(other) &&
		isSameMoment(timeOf(one), timeOf(other))
	);
}

/** A newsletter as later runs of the same execution know it, without its texts. */
export function identityOf(newsletter: Newsletter): EmailIdentity {
	const { email, sendOnce } = newsletter;
	return {
		list: email.list,
		at: timeOf(email),
		digest: () => createHash('sha256').update(equalityKey(newsletter)).digest('hex'),
		sendOnceKey: sendOnce?.key,
	};
}

/** The same for the same email, whatever its time. */
function equalityKey({ email, digest, testRecipient = '' }: Newsletter): string {
	return JSON.stringify([contactKey(testRecipient), settingsOf(email), digest]);
}

/** All but the body and the time. */
function settingsOf(email: ListEmail): string {
	return JSON.stringify({ ...email, body: undefined, delayUntilDate: undefined });
}

/** In ms since 1970, 0 without a date. */
function timeOf({ delayUntilDate }: ListEmail): number {
	return delayUntilDate === undefined ? 0 : Date.parse(delayUntilDate);
}

/** An expression with `$now` is evaluated for each item anew. */
const SAME_MOMENT_MS = 1_000;

function isSameMoment(one: number, other: number): boolean {
	return Math.abs(one - other) < SAME_MOMENT_MS;
}
