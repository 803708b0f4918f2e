import { contactKey, emailAddress } from '../../parameters/emailAddress';
import { field, isExpression } from '../../parameters/Field';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { isEmpty } from '../../parameters/text';
import type { ListEmail } from '../../service';

/** The contact who gets a newsletter as a test; undefined when it is none. */
export const testRecipient = field(
	{
		displayName: 'Test Recipient',
		name: 'testRecipient',
		type: 'string',
		placeholder: 'e.g. ada@example.com',
		default: '',
		description:
			'Address of one contact on the list who gets the email as a test, with its tags filled in; the list gets nothing. Leave empty to send the email to the list.',
	},
	(value, label, { raw }) => {
		if (!isEmpty(value)) return emailAddress(value, label);
		// What names a field that is empty or not there was meant to be a test, which must not go to everybody.
		if (!isExpression(raw('testRecipient'))) return undefined;
		throw new InvalidParameter(
			label,
			'is empty for this item, so the email would go to the whole list. Check the expression, or empty the field to send it to the list',
		);
	},
);

interface MaybeTest {
	email: ListEmail;
	testRecipient: string | undefined;
}

/** Says that what looks like a newsletter was none. */
export function testHint(asks: MaybeTest[]): string[] {
	const testers = new Map(
		asks.flatMap(({ testRecipient: one }) => (one ? [[contactKey(one), one] as const] : [])),
	);
	const lists = new Set(
		asks.flatMap(({ testRecipient: tester, email }) => (tester ? email.list : [])),
	);
	if (testers.size === 0) return [];
	const [tester] = testers.values();
	const [listName] = lists;
	const who = testers.size === 1 ? tester : `${testers.size.toLocaleString('en-US')} contacts`;
	const which = lists.size === 1 ? `The list "${listName}" got` : 'The lists got';
	return [
		`This was a test: the email went to ${who} only. ${which} nothing. Empty the field "${testRecipient.property.displayName}" to send it to the list.`,
	];
}
