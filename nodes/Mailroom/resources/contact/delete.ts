import type { OperationRules } from '../../execution/Operation';
import { contactKey } from '../../parameters/emailAddress';
import { email } from './contactFields';

export const contactDeleteFields = [email];

/** Deletes a contact for good. */
export const contactDelete: OperationRules<{ email: string }> = {
	idempotency: 'idempotent',
	inDoubtNote: 'The contact may or may not have been deleted; doing it again is harmless.',
	read: (parameters) => ({ email: email.read(parameters) }),
	content: ([contact]) => ({ body: contact }),
	output: (contact) => ({ deleted: true, ...contact }),
	contactKey: (contact) => contactKey(contact.email),
	notFoundMeansDone: true,
};
