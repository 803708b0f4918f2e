import { createHash } from 'node:crypto';
import type { Batch } from '../../execution/Item';
import type { SendOnceSettings } from '../../execution/Operation';
import type { BatchPlan } from '../packBatches';
import { SAME_DELIVERY_MS, type EmailIdentity } from '../../execution/SentInExecution';
import { contactKey } from '../../parameters/emailAddress';
import type { ListEmail } from '../../service';
import { timeOf } from './delivery';

/** The values of an item of "Send to List". */
export interface Newsletter {
	email: ListEmail;
	/** Of subject and body. */
	digest: string;
	severalEmails: 'fail' | 'sendDifferent';
	testRecipient: string | undefined;
	sendOnce: SendOnceSettings | undefined;
	timezone: string;
}

/** Items with the same email share one send, in any position. Tests are the same only for the same contact. */
export const dedupeNewsletters: BatchPlan<Newsletter> = (units) => {
	const batches: Array<Batch<Newsletter>> = [];
	const shared = new Map<string, { batch: Batch<Newsletter>; at: number }>();
	for (const unit of units) {
		const key = equalityKey(unit.values);
		const at = timeOf(unit.values.email);
		const period = Math.floor(at / SAME_DELIVERY_MS);
		const near = [period - 1, period, period + 1].flatMap(
			(one) => shared.get(`${one} ${key}`) ?? [],
		);
		const same = near.find((other) => Math.abs(at - other.at) < SAME_DELIVERY_MS);
		if (same) {
			same.batch.units.push(unit);
			continue;
		}
		const batch = { units: [unit] };
		batches.push(batch);
		shared.set(`${period} ${key}`, { batch, at });
	}
	return batches;
};

/** Identifies a newsletter in later runs of the execution, without its texts. */
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
	const settings = { ...email, subject: undefined, body: undefined, delayUntilDate: undefined };
	return JSON.stringify([contactKey(testRecipient), settings, digest]);
}
