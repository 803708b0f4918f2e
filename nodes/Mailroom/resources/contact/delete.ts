import type { Operation } from '../../run/Operation';
import { contactKey, storedAddress } from '../../parameters/emailAddress';
import { emailProperty } from './contactForm';

export const contactDelete: Operation<{ email: string }> = {
	name: 'Delete',
	value: 'delete',
	action: 'Delete contact',
	description: "Delete a contact permanently. This can't be undone.",
	endpoint: { method: 'POST', url: '/contacts/delete' },
	properties: [emailProperty],
	idempotency: 'idempotent',
	doubtTexts: {
		problem: 'The contact may or may not have been deleted',
		advice: 'It is safe to delete it again.',
	},
	read: (form) => ({ email: form.read('email', storedAddress) }),
	requestOf: ([contact]) => ({ body: contact }),
	output: (contact) => ({ deleted: true, ...contact }),
	contactKey: (contact) => contactKey(contact.email),
	notFoundMeans: 'done',
};
