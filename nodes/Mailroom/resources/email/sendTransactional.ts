import type { INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../execution/Operation';
import { recipient } from '../../parameters/emailAddress';
import { plainText } from '../../parameters/emailText';
import type { EmailContent } from '../../service';
import { bodyFormat, plainContentFields } from './contentFields';
import { optionsField, tracking } from './trackingOptions';
import { inDoubtNote } from './inDoubtNote';

const showOnlyForSendTransactional = { resource: ['email'], operation: ['sendTransactional'] };

export const sendTransactionalFields: INodeProperties[] = [
	{
		displayName: 'To',
		name: 'to',
		type: 'string',
		placeholder: 'e.g. Ada Example <ada@example.com>',
		default: '',
		required: true,
		displayOptions: { show: showOnlyForSendTransactional },
		description: 'Address of the recipient, who need not be a contact; a name may stand before it',
	},
	...plainContentFields(showOnlyForSendTransactional),
	optionsField(showOnlyForSendTransactional),
];

/** Body of POST /email/transactional. */
interface TransactionalEmail extends EmailContent {
	to: string;
}

/** Sends one email to one address, as it is: the service does not personalize it. */
export const sendTransactional: Operation<TransactionalEmail> = {
	request: { method: 'POST', url: '/email/transactional' },
	effect: 'once',
	inDoubtNote,
	read: (parameters) => ({
		to: recipient(parameters.value('to'), 'To'),
		subject: plainText(parameters, 'subject', 'Subject'),
		body: plainText(parameters, 'body', 'Body'),
		bodyFormat: bodyFormat(parameters),
		...tracking(parameters),
	}),
	content: ([email]) => ({ body: email }),
	output: ({ to }) => ({ success: true, to }),
};
