import type { IDataObject, INodeParameters as Parameters } from 'n8n-workflow';
import { create } from './create';
import { createPortalSession } from './createPortalSession';
import { deleteContact } from './deleteContact';
import { get } from './get';
import { readAll } from './readAll';
import {
	sendFetchedToContacts,
	sendLongToContacts,
	sendToContacts,
	sendToManyContacts,
} from './sendToContacts';
import { sendFetchedToList, sendLongToList, sendToList, sendToListByDate } from './sendToList';
import {
	sendFetchedTransactional,
	sendTransactional,
	sendTransactionalInvalid,
	sendTransactionalOnce,
} from './sendTransactional';
import { update } from './update';
import { upsert } from './upsert';
import { upsertAutoMapped } from './upsertAutoMapped';

/** What both nodes are to do, with the same expressions. */
export interface Work {
	/** Parameters of the Mailroom node. */
	mailroom: Parameters & { resource: string; operation: string };
	/** Of the HTTP Request node, for the service at a base URL. */
	httpRequest?: (url: string) => Parameters;
	/** What comes in, where that is not `contacts`. */
	items?: (count: number) => IDataObject[];
	/** The one item of a node named Text, which stands before the node that puts out the items. */
	text?: IDataObject;
}

export type WorkName = keyof typeof works;

export const works = {
	create,
	createPortalSession,
	deleteContact,
	get,
	readAll,
	sendFetchedToContacts,
	sendFetchedToList,
	sendFetchedTransactional,
	sendLongToContacts,
	sendLongToList,
	sendToContacts,
	sendToList,
	sendToListByDate,
	sendToManyContacts,
	sendTransactional,
	sendTransactionalInvalid,
	sendTransactionalOnce,
	update,
	upsert,
	upsertAutoMapped,
} satisfies Record<string, Work>;
