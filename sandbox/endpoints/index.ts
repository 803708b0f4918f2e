import type { Service } from '../createService';
import { createContact } from './contacts/create';
import { createContacts } from './contacts/createMany';
import { deleteContact } from './contacts/delete';
import { findContact } from './contacts/find';
import { getAllContacts } from './contacts/getAll';
import { updateContact } from './contacts/update';
import { sendToContacts } from './email/sendToContacts';
import { sendToList } from './email/sendToList';
import { sendTransactional } from './email/sendTransactional';
import { listEndpoints } from './lists';

/** The content of a successful response. */
export interface Answer {
	/** A record, or an array of them. */
	data?: object;
	metadata?: { page: number; per: number; total: number };
}

/** The envelope of a successful response (the service's document, section "Common response envelope"). */
export type Payload = { success: true } & Answer;

/** An endpoint acts and responds at once. To reject a request, it throws a Refusal before it changes anything. */
export interface Endpoint {
	method: 'GET' | 'POST' | 'PATCH';
	/** Without `/v1`. */
	path: string;
	/** Of the query for GET, of the body otherwise. */
	schema: object;
	answer: (service: Service, input: never) => Answer | void;
}

/** The endpoints of the service. */
export const endpoints: Endpoint[] = [
	sendTransactional,
	sendToContacts,
	sendToList,
	createContact,
	createContacts,
	updateContact,
	deleteContact,
	getAllContacts,
	findContact,
	...listEndpoints,
];
