import { parametersOf } from '../support/operations';
import type { OperationName } from '../support/operations';

export interface Recipient {
	email: string;
	text: string;
	list: string;
}

/** A run that is killed on its way. */
export interface Mailing {
	name: string;
	operation: OperationName;
	recipientCount: number;
	requestCount: number;
	/** How many emails may be in doubt after a kill. */
	mostInDoubt: number;
}

export const mailings: Mailing[] = [
	{
		name: '120 single emails',
		operation: 'email sendTransactional',
		recipientCount: 120,
		requestCount: 120,
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

/** @param name makes them others than those of the other rounds */
export function recipientsOf(name: string, count: number): Recipient[] {
	return Array.from({ length: count }, (_, index) => ({
		email: `reader${index + 1}@${name}.example`,
		text: 'News',
		list: 'newsletter',
	}));
}

/** Of a node that sends each recipient an email with this key once. What is in doubt is an error of its item. */
export function onceParameters(operation: OperationName, sendOnceKey: string) {
	return { ...parametersOf(operation), options: { sendOnceKey, sendOnceInDoubt: 'fail' } };
}
