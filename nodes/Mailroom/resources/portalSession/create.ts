import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../run/Operation';
import { emailAddress } from '../../parameters/emailAddress';
import { required } from '../../parameters/text';
import { returnAddress } from '../../parameters/webAddress';
import { responseRecordWith } from '../../transport/failure/responseData';

interface SessionWanted {
	contactEmail: string;
	returnURL: string;
}

export const portalSessionCreate: Operation<SessionWanted, IDataObject> = {
	value: 'create',
	form: {
		name: 'Create',
		action: 'Create personal link for contact',
		description: 'Create a personal link where a contact manages subscriptions',
		properties: [
			{
				displayName: 'Contact Email',
				name: 'contactEmail',
				type: 'string',
				placeholder: 'e.g. ada@example.com',
				default: '',
				required: true,
			},
			{
				displayName: 'Return URL',
				name: 'returnUrl',
				type: 'string',
				placeholder: 'e.g. https://example.com/account',
				default: '',
				required: true,
				description:
					'Page or app that the contact goes to after finishing, or when the link expires',
			},
		],
		read: (form) => ({
			contactEmail: form.read('contactEmail', emailAddress),
			returnURL: form.read('returnUrl', required(returnAddress)),
		}),
	},
	wire: {
		endpoint: { method: 'POST', url: '/lists/portal_session' },
		idempotency: 'nonIdempotent',
		doubtTexts: {
			problem: 'The portal session may or may not have been created',
			advice: 'If you need its link, create another.',
		},
		notFoundMeans: 'noContact',
		requestOf: ([session]) => ({ body: session }),
		result: (response) => responseRecordWith('url', response),
	},
	report: { output: (_, session) => session },
};
