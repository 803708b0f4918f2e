import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { emailAddress } from '../../parameters/emailAddress';
import { optionalWebAddress } from '../../parameters/webAddress';
import { answerRecord } from '../../transport/answerData';

const showOnlyForPortalSessionCreate = { resource: ['portalSession'], operation: ['create'] };

export const portalSessionCreateFields: INodeProperties[] = [
	{
		displayName: 'Contact Email',
		name: 'contactEmail',
		type: 'string',
		placeholder: 'e.g. ada@example.com',
		default: '',
		required: true,
		displayOptions: { show: showOnlyForPortalSessionCreate },
		description: 'Email address of the contact who will manage their subscriptions',
	},
	{
		displayName: 'Return URL',
		name: 'returnUrl',
		type: 'string',
		placeholder: 'e.g. https://example.com/account',
		default: '',
		displayOptions: { show: showOnlyForPortalSessionCreate },
		description:
			'Web address where the contact is sent after finishing, or when the session has expired',
	},
];

const NOTE =
	'The portal session may or may not have been created; if you need its link, create another.';

/** Creates a public address where a contact manages their own subscriptions. */
export const portalSessionCreate: Operation<{ contactEmail: string; returnURL?: string }> = {
	request: { method: 'POST', url: '/lists/portal_session' },
	effect: 'once',
	inDoubtNote: NOTE,
	read: (parameters) => ({
		contactEmail: emailAddress(parameters.value('contactEmail'), 'Contact Email'),
		returnURL: optionalWebAddress(parameters.value('returnUrl'), 'Return URL'),
	}),
	content: ([session]) => ({ body: session }),
	output: (_, answer) => answerRecord(answer, NOTE),
};
