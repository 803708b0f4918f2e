import type { OperationRules } from '../../execution/Operation';
import { shareCalls } from '../../execution/planCalls';
import { optionalBoolean } from '../../parameters/choice';
import { field } from '../../parameters/Field';
import type { ListEmail } from '../../service';
import { emailInDoubtNote, personalizedContent } from './content';
import { delivery } from './delivery';
import { listEmail, listField } from './listEmail';
import { optionsField } from './optionsField';
import { likenessOf, SAME_MOMENT_MS } from './sameEmail';

const list = listField('Mailing list whose subscribers get the email');

const sendDuplicates = field(
	{
		displayName: 'Send Duplicates',
		name: 'sendDuplicates',
		type: 'boolean',
		default: false,
		description:
			'Whether to send the email once for each input item, even when several items hold the same email. When off, each distinct email goes out once.',
	},
	optionalBoolean,
);

const options = optionsField(sendDuplicates);

export const sendToListFields = [list, ...personalizedContent.fields, ...delivery.fields, options];

interface Newsletter {
	email: ListEmail;
	sendDuplicates: boolean;
}

/** Sends a personalized email, a newsletter, to all subscribers of a list; items with the same email share one send. */
export const sendToList: OperationRules<Newsletter> = {
	effect: 'once',
	inDoubtNote: emailInDoubtNote,
	// A newsletter goes to thousands: nothing follows one that has failed.
	isOneByOne: true,
	read: (parameters) => {
		const chosen = options.read(parameters);
		return {
			email: listEmail(parameters, list, chosen),
			sendDuplicates: chosen.sendDuplicates ?? false,
		};
	},
	content: ([{ email }]) => ({ body: email }),
	output: ({ email }) => ({ success: true, list: email.list }),
	bulk: {
		plan: shareCalls(
			(ask) => (ask.sendDuplicates ? undefined : likenessOf(ask.email)),
			SAME_MOMENT_MS,
		),
		isSplitWhenRejected: () => false,
		sharedOutputHint: (itemCount) =>
			`${itemCount.toLocaleString('en-US')} items hold the same email for the same list, so it was sent once. To send it once for each item, switch on the option "${sendDuplicates.property.displayName}".`,
	},
};
