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
	return one.digest === other.digest && differenceMs < SAME_DELIVERY_MS;
}

/** A batch for each distinct newsletter. */
export function distinctNewsletters(units: Array<Unit<WithNewsletter>>): Batch<WithNewsletter>[] {
	const batches: Batch<WithNewsletter>[] = [];
	const byPeriod = new Map<string, Batch<WithNewsletter>>();
	for (const unit of units) {
		const { newsletter } = unit.values;
		const { digest, deliveredAt } = newsletter;
		const period = Math.floor(deliveredAt / SAME_DELIVERY_MS);
		const near = [period - 1, period, period + 1].map((one) => byPeriod.get(`${one} ${digest}`));
		const same = near.find(
			(batch) => batch && isSameNewsletter(batch.units[0].values.newsletter, newsletter),
		);
		if (same) {
			same.units.push(unit);
			continue;
		}
		const batch = { units: [unit] };
		batches.push(batch);
		byPeriod.set(`${period} ${digest}`, batch);
	}
	return batches;
}
