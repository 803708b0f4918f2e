import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { contactKey, emailAddress } from '../../parameters/emailAddress';
import { emailField } from './contactFields';

const showOnlyForContactDelete = { resource: ['contact'], operation: ['delete'] };

export const contactDeleteFields: INodeProperties[] = [
	{ ...emailField, displayOptions: { show: showOnlyForContactDelete } },
];

/** Deletes a contact for good. */
export const contactDelete: Operation<{ email: string }> = {
	request: { method: 'POST', url: '/contacts/delete' },
	effect: 'repeatable',
	inDoubtNote: 'The contact may or may not have been deleted; doing it again is harmless.',
	read: (parameters) => ({ email: emailAddress(parameters.value('email'), 'Email') }),
	content: ([{ email }]) => ({ body: { email } }),
	output: ({ email }) => ({ deleted: true, email }),
	contactKey: ({ email }) => contactKey(email),
	goneIsDone: true,
};
