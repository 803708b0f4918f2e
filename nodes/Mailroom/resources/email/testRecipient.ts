import { emailAddress } from '../../parameters/emailAddress';
import { isExpression, textField } from '../../parameters/Field';
import { InvalidParameter } from '../../parameters/InvalidParameter';
import { isEmpty } from '../../parameters/text';

/** The contact who gets a newsletter as a test; undefined when it is none. */
export const testRecipient = textField(
	{
		displayName: 'Test Recipient',
		name: 'testRecipient',
		placeholder: 'e.g. ada@example.com',
		description:
			'Address of one contact on the list who gets the email as a test, with its tags filled in; the list gets nothing. Leave empty to send the email to the list.',
	},
	(value, label, { raw }) => {
		if (!isEmpty(value)) return emailAddress(value, label);
		// An expression that comes out empty was meant to be a test, which must not go to everybody.
		if (!isExpression(raw('testRecipient'))) return undefined;
		throw new InvalidParameter(
			label,
			'is empty for this item, so the email would go to the whole list. Check the expression, or empty the field to send it to the list',
		);
	},
);

/** Says that what looks like a newsletter was none. */
export const TEST_HINT = `This was a test: the email went to the test recipient only, and the list got nothing. Empty the field "${testRecipient.property.displayName}" to send it to the list.`;
