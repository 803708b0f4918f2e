import type { IDataObject } from 'n8n-workflow';
import type { OperationRules } from '../../execution/Operation';
import { emailAddress } from '../../parameters/emailAddress';
import { textField } from '../../parameters/Field';
import { optionalWebAddress } from '../../parameters/webAddress';
import { responseRecord } from '../../transport/responseData';

const contactEmail = textField(
	{
		displayName: 'Contact Email',
		name: 'contactEmail',
		placeholder: 'e.g. ada@example.com',
		required: true,
		description: 'Email address of the contact who will manage their subscriptions',
	},
	emailAddress,
);

const returnUrl = textField(
	{
		displayName: 'Return URL',
		name: 'returnUrl',
		placeholder: 'e.g. https://example.com/account',
		description:
			'Web address where the contact is sent after finishing, or when the session has expired',
	},
	optionalWebAddress,
);

export const portalSessionCreateFields = [contactEmail, returnUrl];

const NOTE =
	'The portal session may or may not have been created; if you need its link, create another.';

/** Body of POST /lists/portal_session. */
interface SessionWanted {
	contactEmail: string;
	returnURL?: string;
}

/** Creates a public address where a contact manages their own subscriptions. */
export const portalSessionCreate: OperationRules<SessionWanted, IDataObject> = {
	idempotency: 'nonIdempotent',
	inDoubtNote: NOTE,
	read: (parameters) => ({
		contactEmail: contactEmail.read(parameters),
		returnURL: returnUrl.read(parameters),
	}),
	content: ([session]) => ({ body: session }),
	result: (answer) => responseRecord(answer, NOTE),
	output: (_, session) => session,
};
