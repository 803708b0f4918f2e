import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { shareCalls } from '../../execution/planCalls';
import { optionalBoolean } from '../../parameters/boolean';
import { collection } from '../../parameters/ItemParameters';
import type { ListEmail } from '../../service';
import { personalizedContentFields } from './contentFields';
import { deliveryFields } from './deliveryFields';
import { listEmail } from './listEmail';
import { listField } from './listField';
import { emailContentKey, isSameMoment } from './sameEmail';
import { optionsField } from './trackingOptions';
import { inDoubtNote } from './inDoubtNote';

const showOnlyForSendToList = { resource: ['email'], operation: ['sendToList'] };

export const sendToListFields: INodeProperties[] = [
	listField(showOnlyForSendToList, 'Mailing list whose subscribers get the email'),
	...personalizedContentFields(showOnlyForSendToList),
	...deliveryFields(showOnlyForSendToList),
	optionsField(showOnlyForSendToList, [
		{
			displayName: 'Send Duplicates',
			name: 'sendDuplicates',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the email once for each input item, even when several items hold the same email. When off, each distinct email goes out once.',
		},
	]),
];

interface Newsletter {
	email: ListEmail;
	sendDuplicates: boolean;
}

/** Sends a personalized email, a newsletter, to all subscribers of a list; items with the same email share one send. */
export const sendToList: Operation<Newsletter> = {
	request: { method: 'POST', url: '/email/list' },
	effect: 'once',
	inDoubtNote,
	read: (parameters) => ({
		email: listEmail(parameters),
		sendDuplicates:
			optionalBoolean(collection(parameters, 'options').sendDuplicates, 'Send Duplicates') ?? false,
	}),
	content: ([{ email }]) => ({ body: email }),
	output: ({ email }) => ({ success: true, list: email.list }),
	bulk: {
		plan: shareCalls(
			({ email, sendDuplicates }) => (sendDuplicates ? undefined : emailContentKey(email)),
			(one, other) => isSameMoment(one.email, other.email),
		),
		isSplitWhenRejected: () => false,
		sharedOutputHint: (itemCount) =>
			`${itemCount.toLocaleString('en-US')} items hold the same email for the same list, so it was sent once. To send it once for each item, switch on the option "Send Duplicates".`,
	},
};
