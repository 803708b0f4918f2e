import type { IDataObject } from 'n8n-workflow';
import type { OperationRules } from '../../execution/Operation';
import { answerRecord } from '../../transport/answerData';
import { email } from './contactFields';

export const contactGetFields = [email];

/** Finds one contact. The service's document does not name the query parameter; this project uses `email`. */
export const contactGet: OperationRules<{ email: string }, IDataObject> = {
	effect: 'none',
	read: (parameters) => ({ email: email.read(parameters) }),
	content: ([contact]) => ({ qs: contact }),
	result: (answer) => answerRecord(answer),
	output: (_, contact) => contact,
};
