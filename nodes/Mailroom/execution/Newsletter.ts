import { grouped } from '../grouped';
import { InvalidParameter } from '../parameters/InvalidParameter';
import { SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import type { Batch, Unit } from './Item';
import type { Run } from './Run';

export interface Newsletter {
	list: string;
	/** Hash of everything but the time of delivery. */
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

type NewsletterUnit = Unit<{ newsletter: Newsletter }>;
type NewsletterBatch = Batch<{ newsletter: Newsletter }>;

/** Dates this close count as equal, because `$now` differs between items. */
const SAME_DELIVERY_MS = 60_000;

export function isSame(
	one: Newsletter,
	other: Pick<Newsletter, 'digest' | 'deliveredAt'>,
): boolean {
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

/** Finds different newsletters to one list, including those already sent in this execution. */
export function findConflicts({ operation, items, sent }: Run): Map<Unit, InvalidParameter> {
	const conflicts = new Map<Unit, InvalidParameter>();
	if (!operation.newsletter) return conflicts;
	const units = items.flatMap((item) => item.units) as NewsletterUnit[];
	const toLists = units.filter(({ values }) => !values.newsletter.isTest);
	for (const [list, toList] of grouped(toLists, ({ values }) => values.newsletter.list)) {
		const unsent = distinctNewsletters(toList).filter(
			({ units: [{ values }] }) => !sent.find(values.newsletter),
		);
		const count = sent.countTo(list) + unsent.length;
		if (count === 1 || unsent.length === 0) continue;
		const isRefused = toList.some(({ values }) => !values.newsletter.mayDiffer);
		const error = isRefused ? tooMany(list, count) : sameKey(list);
		for (const unit of isRefused ? toList : withSharedKey(toList)) conflicts.set(unit, error);
	}
	return conflicts;
}

/** Units whose Send Once Key is used for different emails. */
function withSharedKey(toList: NewsletterUnit[]): NewsletterUnit[] {
	const withKey = toList.filter(({ values }) => values.newsletter.sendOnceKey !== undefined);
	return [...grouped(withKey, ({ values }) => values.newsletter.sendOnceKey).values()]
		.filter((ofKey) => grouped(ofKey, ({ values }) => values.newsletter.contentDigest).size > 1)
		.flat();
}

function sameKey(list: string): InvalidParameter {
	return new InvalidParameter(
		SEND_ONCE_KEY,
		`is the same for different emails to the list "${list}"`,
		'A key belongs to one email. Add something that differs, such as the number of the issue',
	);
}

function tooMany(list: string, count: number): InvalidParameter {
	return new InvalidParameter(
		'List',
		`is "${list}", whose subscribers would each get ${count.toLocaleString('en-US')} different emails from this run or loop`,
		'To personalize one email, use tags such as {{firstName}}. To email individual contacts, use "Send to Contacts". To send them all, set "Several Emails" to "Send Different"',
	);
}
