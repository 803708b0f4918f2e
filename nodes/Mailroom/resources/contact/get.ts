import type { IDataObject } from 'n8n-workflow';
import type { OperationRules } from '../../execution/Operation';
import { responseRecord } from '../../transport/responseData';
import { email } from './contactFields';

export const contactGetFields = [email];

/** Finds one contact. The service's document does not name the query parameter; this project uses `email`. */
export const contactGet: OperationRules<{ email: string }, IDataObject> = {
	idempotency: 'safe',
	read: (parameters) => ({ email: email.read(parameters) }),
	content: ([contact]) => ({ qs: contact }),
	result: (answer) => responseRecord(answer),
	output: (_, contact) => contact,
};
