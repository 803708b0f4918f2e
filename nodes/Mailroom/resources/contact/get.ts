import type { INodeProperties } from 'n8n-workflow';
import { answerRecord } from '../../transport/answerData';
import type { Operation } from '../../execution/Operation';
import { emailAddress } from '../../parameters/emailAddress';
import { emailField } from './contactFields';

const showOnlyForContactGet = { resource: ['contact'], operation: ['get'] };

export const contactGetFields: INodeProperties[] = [
	{ ...emailField, displayOptions: { show: showOnlyForContactGet } },
];

/** Finds one contact. The service's document does not name the query parameter; this project uses `email`. */
export const contactGet: Operation<{ email: string }> = {
	request: { method: 'GET', url: '/contacts/find' },
	effect: 'none',
	read: (parameters) => ({ email: emailAddress(parameters.value('email'), 'Email') }),
	content: ([{ email }]) => ({ qs: { email } }),
	output: (_, answer) => answerRecord(answer),
};
