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
	/** By digest and minute, so that thousands of dates are not compared with each other. */
	const byDigest = new Map<string, Map<number, Batch<WithNewsletter>[]>>();
	for (const unit of units) {
		const { newsletter } = unit.values;
		const byMinute = byDigest.get(newsletter.digest) ?? new Map<number, Batch<WithNewsletter>[]>();
		const minute = Math.floor(newsletter.deliveredAt / SAME_DELIVERY_MS);
		const sameIn = (one: number) =>
			byMinute
				.get(one)
				?.find(({ units: [first] }) => isSameNewsletter(first.values.newsletter, newsletter));
		const same = sameIn(minute) ?? sameIn(minute - 1) ?? sameIn(minute + 1);
		if (same) {
			same.units.push(unit);
			continue;
		}
		const batch = { units: [unit] };
		batches.push(batch);
		byDigest.set(newsletter.digest, byMinute);
		byMinute.set(minute, [...(byMinute.get(minute) ?? []), batch]);
	}
	return batches;
}
