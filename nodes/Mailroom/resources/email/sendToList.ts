import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import type { ListEmail } from '../../service';
import { personalizedContentFields } from './contentFields';
import { deliveryFields } from './deliveryFields';
import { listEmail } from './listEmail';
import { listField } from './listField';
import { optionsField } from './trackingOptions';

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

/** Sends a personalized email, a newsletter, to all subscribers of a list. */
export const sendToList: Operation<ListEmail> = {
	request: { method: 'POST', url: '/email/list' },
	effect: 'once',
	uncertainNote: 'The email may or may not have been sent.',
	read: listEmail,
	content: ([email]) => ({ body: email }),
	output: ({ list }) => ({ success: true, list }),
};
