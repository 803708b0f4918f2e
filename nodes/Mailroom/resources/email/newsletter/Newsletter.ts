import type { Batch, Unit } from '../../../execution/Item';

export interface Newsletter {
	list: string;
	/** Hash of everything but the date of delivery. */
	digest: string;
	/** Hash of subject and body. */
	contentDigest: string;
	/** In ms since 1970; 0 without a date. */
	deliveredAt: number;
	sendOnceKey: string | undefined;
	/** Tests go to one contact and don't count as sent to the list. */
	isTest: boolean;
	/** Whether subscribers may get different newsletters in one execution. */
	mayDiffer: boolean;
}

export interface WithNewsletter {
	newsletter: Newsletter;
}

/** Dates this close count as equal, because `$now` differs between items. */
const SAME_DELIVERY_MS = 60_000;

export function isSameNewsletter(
	one: Newsletter,
	other: Pick<Newsletter, 'digest' | 'deliveredAt'>,
): boolean {
	const differenceMs = Math.abs(one.deliveredAt - other.deliveredAt);
	return differenceMs < SAME_DELIVERY_MS && one.digest === other.digest;
}

export function distinctNewsletters(units: Array<Unit<WithNewsletter>>): Batch<WithNewsletter>[] {
	const batches: Batch<WithNewsletter>[] = [];
	/** By digest and minute, so that thousands of dates aren't compared with each other. Dates of one minute are equal. */
	const byMinute = new Map<string, Batch<WithNewsletter>>();
	for (const unit of units) {
		const { newsletter } = unit.values;
		const minute = Math.floor(newsletter.deliveredAt / SAME_DELIVERY_MS);
		const near = [minute, minute - 1, minute + 1].map((one) => `${newsletter.digest} ${one}`);
		const same = near
			.map((key) => byMinute.get(key))
			.find((batch) => batch && isSameNewsletter(batch.units[0].values.newsletter, newsletter));
		if (same) {
			same.units.push(unit);
			continue;
		}
		const batch = { units: [unit] };
		batches.push(batch);
		byMinute.set(near[0], batch);
	}
	return batches;
}
