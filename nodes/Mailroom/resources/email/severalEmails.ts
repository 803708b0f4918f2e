import type { INodeProperties } from 'n8n-workflow';
import type { Unit } from '../../execution/Item';
import type { SentInExecution } from '../../execution/SentInExecution';
import { grouped } from '../../grouped';
import { oneOf, orElse } from '../../parameters/choice';
import type { Form } from '../../parameters/Form';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { SEND_ONCE_KEY } from '../../sendOnce/optionLabels';
import { dedupeListEmails, identityOf } from './dedupeListEmails';
import type { Newsletter } from './Newsletter';

/** The choice of what becomes of items that ask for several emails to one list. */
export const severalEmailsProperty: INodeProperties = {
	displayName: 'Several Emails',
	name: 'severalEmails',
	type: 'options',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description: 'Send nothing to the list if the emails differ',
		},
		{
			name: 'Send Different',
			value: 'sendDifferent',
			description: 'Send each distinct email once',
		},
	],
	default: 'fail',
	description:
		'What to do if input items, or rounds of a loop, contain different emails for the same list',
};

export function readSeveralEmails(options: Form): 'fail' | 'sendDifferent' {
	return options.read('severalEmails', orElse(oneOf('fail', 'sendDifferent'), 'fail'));
}

type NewsletterUnit = Unit<Newsletter>;

/**
 * Finds different emails to the same list. Emails that an earlier try or an earlier run of the execution has sent count. A test
 * is no newsletter, as its contact is the only one who gets it.
 */
export function findConflicts(
	units: NewsletterUnit[],
	sent: SentInExecution,
): Map<NewsletterUnit, InvalidParameter> {
	const newsletters = units.filter(({ values }) => values.testRecipient === undefined);
	const emails = dedupeListEmails(newsletters);
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

/** Those of the emails to one list that have the Send Once Key of another one: a key belongs to one email. */
function withSharedKey(toList: NewsletterUnit[]): NewsletterUnit[] {
	const withKey = toList.filter(({ values }) => values.sendOnce !== undefined);
	return [...grouped(withKey, ({ values }) => values.sendOnce?.key).values()]
		.filter((some) => some.some(({ values }) => values.digest !== some[0].values.digest))
		.flat();
}

function sameKey(list: string): InvalidParameter {
	return new InvalidParameter(
		SEND_ONCE_KEY,
		`is the same for different emails to the list "${list}", and a key belongs to one email`,
		'Let the key differ with the email, for example by the number of the issue',
	);
}

function tooMany(list: string, count: number): InvalidParameter {
	return new InvalidParameter(
		'List',
		`"${list}": its subscribers would each get ${count.toLocaleString('en-US')} different emails from this run, or from the rounds of a loop`,
		'To personalize one email, use tags such as {{firstName}}. To email individual contacts, use "Send to Contacts". To send them all, set "Several Emails" to "Send Different"',
	);
}
