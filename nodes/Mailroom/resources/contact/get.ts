import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../run/Operation';
import { storedAddress } from '../../parameters/emailAddress';
import { emailProperty } from './contactForm';
import { contactInResponse } from './contactInResponse';

/** The service doesn't document the query parameter; this project uses `email`. */
export const contactGet: Operation<{ email: string }, IDataObject> = {
	value: 'get',
	form: {
		name: 'Get',
		action: 'Get contact',
		description: 'Retrieve a contact by email address',
		properties: [emailProperty],
		read: (form) => ({ email: form.read('email', storedAddress) }),
	},
	wire: {
		endpoint: { method: 'GET', url: '/contacts/find' },
		idempotency: 'safe',
		notFoundMeans: 'noContact',
		requestOf: ([contact]) => ({ qs: contact }),
		result: contactInResponse,
	},
	report: { output: (_, contact) => contact },
};
