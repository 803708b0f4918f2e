import type { Unit } from '../../execution/Item';
import type { SentInExecution } from '../../execution/SentInExecution';
import { grouped } from '../../grouped';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { SEND_ONCE_KEY } from '../../sendOnce/optionLabels';
import { dedupeNewsletters, identityOf, type Newsletter } from './dedupeNewsletters';

type NewsletterUnit = Unit<Newsletter>;

/** Finds different emails to the same list, also among those that an earlier try or run of the execution has sent. A test does not count. */
export function findConflicts(
	units: NewsletterUnit[],
	sent: SentInExecution,
): Map<NewsletterUnit, InvalidParameter> {
	const newsletters = units.filter(({ values }) => values.testRecipient === undefined);
	const emails = dedupeNewsletters(newsletters);
	const conflicts = new Map<NewsletterUnit, InvalidParameter>();
	for (const [list, ofList] of grouped(emails, ({ units: [{ values }] }) => values.email.list)) {
		const others = ofList.filter(({ units: [{ values }] }) => !sent.find(identityOf(values)));
		const count = sent.countTo(list) + others.length;
		if (count === 1 || others.length === 0) continue;
		const toList = ofList.flatMap((batch) => batch.units);
		const isRefused = toList.some(({ values }) => values.severalEmails === 'fail');
		const error = isRefused ? tooMany(list, count) : sameKey(list);
		for (const unit of isRefused ? toList : withSharedKey(toList)) conflicts.set(unit, error);
	}
	return conflicts;
}

/** Those with the Send Once Key of a different email. */
function withSharedKey(toList: NewsletterUnit[]): NewsletterUnit[] {
	const withKey = toList.filter(({ values }) => values.sendOnce !== undefined);
	return [...grouped(withKey, ({ values }) => values.sendOnce?.key).values()]
		.filter((some) => some.some(({ values }) => values.digest !== some[0].values.digest))
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
		`"${list}": its subscribers would each get ${count.toLocaleString('en-US')} different emails from this run or loop`,
		'To personalize one email, use tags such as {{firstName}}. To email individual contacts, use "Send to Contacts". To send them all, set "Several Emails" to "Send Different"',
	);
}
