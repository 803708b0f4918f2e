import type { OperationRules } from '../../execution/Operation';
import { recipient } from '../../parameters/emailAddress';
import { field } from '../../parameters/Field';
import type { EmailContent } from '../../service';
import { emailInDoubtNote, plainContent } from './content';
import { optionsField, tracking } from './optionsField';

const to = field(
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		placeholder: 'e.g. Ada Example <ada@example.com>',
		default: '',
		required: true,
		description: 'Address of the recipient, who need not be a contact; a name may stand before it',
	},
	recipient,
);

const options = optionsField();

export const sendTransactionalFields = [to, ...plainContent.fields, options];

/** Body of POST /email/transactional. */
interface TransactionalEmail extends EmailContent {
	to: string;
}

/** Sends one email to one address, as it is: the service does not personalize it. */
export const sendTransactional: OperationRules<TransactionalEmail> = {
	effect: 'once',
	inDoubtNote: emailInDoubtNote,
	read: (parameters) => ({
		to: to.read(parameters),
		...plainContent.read(parameters),
		...tracking(options.read(parameters)),
	}),
	content: ([email]) => ({ body: email }),
	output: (email) => ({ success: true, to: email.to }),
};
