import type { Unit } from '../../execution/Item';
import type { SendOnceSettings } from '../../execution/Operation';
import type { SentInExecution } from '../../execution/SentInExecution';
import { grouped } from '../../grouped';
import { oneOf } from '../../parameters/choice';
import { field } from '../../parameters/Field';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { isEmpty } from '../../parameters/text';
import type { ListEmail } from '../../service';
import { SEND_ONCE_KEY } from '../../sendOnce/optionLabels';
import { identityOf, shareSameEmail } from './sameEmail';

const choice = oneOf('fail', 'sendDifferent');

export type SeveralEmails = ReturnType<typeof choice>;

/** The choice of what becomes of items that ask for several emails to one list. */
export const severalEmails = field(
	{
		displayName: 'Several Emails',
		name: 'severalEmails',
		type: 'options',
		options: [
			{
				name: 'Fail',
				value: 'fail',
				description: 'Send the same email once; different ones are an error, and none is sent',
			},
			{
				name: 'Send Different',
				value: 'sendDifferent',
				description: 'Send each different email once',
			},
		],
		default: 'fail',
		description:
			'What to do when input items, or rounds of a loop, go to the same list, where everybody gets each of their emails',
	},
	(value, label) => (isEmpty(value) ? 'fail' : choice(value, label)),
);

interface Newsletter {
	email: ListEmail;
	severalEmails: SeveralEmails;
	testRecipient: string | undefined;
	sendOnce: SendOnceSettings | undefined;
}

/**
 * Refuses different emails to the same list. What an earlier try or an earlier run of the execution has sent counts, too. A test
 * is no newsletter, as its contact is the only one who gets it.
 */
export function refuseSeveralEmails<Values extends Newsletter>(
	units: Array<Unit<Values>>,
	sent: SentInExecution,
): Map<Unit<Values>, InvalidParameter> {
	const newsletters = units.filter(({ values }) => values.testRecipient === undefined);
	const emails = shareSameEmail<Values>(({ email }) => ({ email }))(newsletters);
	const refused = new Map<Unit<Values>, InvalidParameter>();
	for (const [list, ofList] of grouped(emails, ({ units: [{ values }] }) => values.email.list)) {
		const others = ofList.filter(({ units: [{ values }] }) => !sent.find(identityOf(values.email)));
		const count = sent.countTo(list) + others.length;
		if (count === 1 || others.length === 0) continue;
		const toList = ofList.flatMap((call) => call.units);
		const isRefused = toList.some(({ values }) => values.severalEmails === 'fail');
		const error = isRefused ? tooMany(list, count) : sameKey(list);
		for (const piece of isRefused ? toList : withOneKey(toList)) refused.set(piece, error);
	}
	return refused;
}

/** Those of the emails to one list that have the Send Once Key of another one, which a key cannot be for, too. */
function withOneKey<Values extends Newsletter>(toList: Array<Unit<Values>>): Array<Unit<Values>> {
	const withKey = toList.filter(({ values }) => values.sendOnce !== undefined);
	return [...grouped(withKey, ({ values }) => values.sendOnce?.key).values()]
		.filter((some) => {
			const [{ values: first }] = some;
			const { subject, body } = first.email;
			return some.some(({ values: { email } }) => email.subject !== subject || email.body !== body);
		})
		.flat();
}

function sameKey(list: string): InvalidParameter {
	return new InvalidParameter(
		SEND_ONCE_KEY,
		`is the same for different emails to the list "${list}", and a key belongs to one email. Let the key differ with the email, such as by the number of the issue`,
	);
}

function tooMany(list: string, count: number): InvalidParameter {
	return new InvalidParameter(
		'List',
		`"${list}" would get ${count.toLocaleString('en-US')} different emails from this run, or from the rounds of a loop, and everybody on it each of them. To greet everybody by name, use tags such as {{firstName}} instead of values of the items; to write to single contacts, choose the operation "Send to Contacts". If everybody is to get them all, choose "Send Different" in the option "${severalEmails.property.displayName}"`,
	);
}
