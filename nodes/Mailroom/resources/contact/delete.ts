import type { Operation } from '../../run/Operation';
import { contactKey, storedAddress } from '../../parameters/emailAddress';
import { emailProperty } from './contactForm';

export const contactDelete: Operation<{ email: string }> = {
	value: 'delete',
	form: {
		name: 'Delete',
		action: 'Delete contact',
		description: "Delete a contact permanently. This can't be undone.",
		properties: [emailProperty],
		read: (form) => ({ email: form.read('email', storedAddress) }),
	},
	wire: {
		endpoint: { method: 'POST', url: '/contacts/delete' },
		idempotency: 'idempotent',
		doubtTexts: {
			problem: 'The contact may or may not have been deleted',
			advice: 'It is safe to delete it again.',
		},
		requestOf: ([contact]) => ({ body: contact }),
		contactKey: (contact) => contactKey(contact.email),
		notFoundMeans: 'done',
	},
	report: { output: (contact) => ({ deleted: true, ...contact }) },
};
