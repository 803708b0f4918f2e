import type { IDataObject } from 'n8n-workflow';
import type { Batch, Unit } from './Item';

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

export type NewsletterUnit = Unit<{ newsletter: Newsletter }>;
type NewsletterBatch = Batch<{ newsletter: Newsletter }>;

/** Dates this close count as equal, because `$now` differs between items. */
const SAME_DELIVERY_MS = 60_000;

function isSame(one: Newsletter, other: Pick<Newsletter, 'digest' | 'deliveredAt'>): boolean {
	const differenceMs = Math.abs(one.deliveredAt - other.deliveredAt);
	return one.digest === other.digest && differenceMs < SAME_DELIVERY_MS;
}

export function distinctNewsletters(units: NewsletterUnit[]): NewsletterBatch[] {
	const batches: NewsletterBatch[] = [];
	const byPeriod = new Map<string, NewsletterBatch>();
	for (const unit of units) {
		const { newsletter } = unit.values;
		const { digest, deliveredAt } = newsletter;
		const period = Math.floor(deliveredAt / SAME_DELIVERY_MS);
		const near = [period - 1, period, period + 1].map((one) => byPeriod.get(`${one} ${digest}`));
		const same = near.find(
			(batch) => batch && isSame(batch.units[0].values.newsletter, newsletter),
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

interface SentNewsletter extends Pick<Newsletter, 'list' | 'digest' | 'deliveredAt'> {
	isInDoubt: boolean;
	/** Set if all items in doubt share this key. */
	sendOnceKey?: string;
}

const SENT = 'sentEmails';

/** Sent newsletters, which n8n keeps with the execution, also for Retry. */
export class SentInExecution {
	constructor(private readonly context: IDataObject) {}

	countTo(list: string): number {
		return this.kept.filter((one) => one.list === list).length;
	}

	find(newsletter: Newsletter): SentNewsletter | undefined {
		return this.kept.find((one) => isSame(newsletter, one));
	}

	add(same: Newsletter[], isInDoubt: boolean): void {
		const newsletter = same.at(0);
		if (!newsletter || newsletter.isTest) return;
		const known = this.find(newsletter);
		if (known) {
			known.isInDoubt &&= isInDoubt;
			return;
		}
		const { list, digest, deliveredAt, sendOnceKey: key } = newsletter;
		const isOneKey = same.every(({ sendOnceKey }) => sendOnceKey === key);
		const sendOnceKey = isInDoubt && isOneKey ? key : undefined;
		this.context[SENT] ??= [];
		this.kept.push({ list, digest, deliveredAt, isInDoubt, sendOnceKey });
	}

	private get kept(): SentNewsletter[] {
		return (this.context[SENT] ?? []) as unknown as SentNewsletter[];
	}
}
