import type { Bulk } from '../../execution/Operation';
import { fillCalls } from '../../execution/planCalls';
import { contactKey } from '../../parameters/emailAddress';
import type { ContactInput } from '../../service';

/** Up to 100 contacts in one POST /contacts/create_many, no address twice; a bad contact is found and the others are kept. */
export const contactsPerCall: Bulk<ContactInput> = {
	plan: fillCalls(({ email }) => contactKey(email)),
	isSplitWhenRejected: () => true,
	pieceNoun: 'contacts',
};
