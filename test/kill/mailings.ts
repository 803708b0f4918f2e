import type { OperationName } from '../support/operations';

/** A run that is killed on its way. */
export interface Mailing {
	name: string;
	operation: OperationName;
	recipientCount: number;
	requestCount: number;
	/** How many emails may be in doubt after a kill. */
	mostInDoubt: number;
}

/** @param emails of a run that sends one by one */
export const mailingsOf = (emails: number): Mailing[] => [
	{
		name: `${emails} single emails`,
		operation: 'email sendTransactional',
		recipientCount: emails,
		requestCount: emails,
		mostInDoubt: 20,
	},
	{
		name: '1,000 recipients of Send to Contacts',
		operation: 'email sendToContacts',
		recipientCount: 1_000,
		requestCount: 10,
		mostInDoubt: 200,
	},
];
