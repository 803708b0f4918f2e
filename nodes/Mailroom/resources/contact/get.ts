import type { IDataObject } from 'n8n-workflow';
import type { Operation } from '../../run/Operation';
import { storedAddress } from '../../parameters/emailAddress';
import { emailProperty } from './contactForm';
import { contactInResponse } from './contactInResponse';

/** The service doesn't document the query parameter; this project uses `email`. */
export const contactGet: Operation<{ email: string }, IDataObject> = {
	name: 'Get',
	value: 'get',
	action: 'Get contact',
	description: 'Retrieve a contact by email address',
	endpoint: { method: 'GET', url: '/contacts/find' },
	properties: [emailProperty],
	idempotency: 'safe',
	read: (form) => ({ email: form.read('email', storedAddress) }),
	notFoundMeans: 'noContact',
	requestOf: ([contact]) => ({ qs: contact }),
	result: contactInResponse,
	output: (_, contact) => contact,
};
