import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import {
	createContacts,
	deleteContacts,
	getContacts,
	updateContacts,
	upsertContacts,
} from './jobs/contactJobs';
import { createPortalSessions } from './jobs/createPortalSessions';
import { getAllContacts, getAllLists } from './jobs/getRecords';
import { sendToContacts, sendToManyContacts, STRANGER } from './jobs/sendToContacts';
import { sendToList, UNKNOWN_LIST } from './jobs/sendToList';
import { REFUSED, sendTransactional } from './jobs/sendTransactional';
import { withKey } from './jobs/withKey';
import type { ItemStatus } from '../support/fatesOfAccount';
import type { OperationName } from '../support/operations';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { Dice } from './dice';

export type Data = IDataObject;

/** What the body of a request may hold, as far as it tells what is asked for. */
export type Body = {
	email?: string;
	name?: string;
	contacts?: Array<{ email: string; name?: string }>;
	contactEmail?: string;
	contactEmails?: string[];
	list?: string;
	to?: string;
	subject?: string;
	returnURL?: string;
};

/**
 * An operation with its items, and how to tell from the service what became of them. A deed is one thing that an
 * item can ask for, by a name that tells it from others: an email to one recipient, a contact with one name.
 */
export interface Job {
	/** The resource and the operation. */
	name: OperationName;
	/** Beside those that take their values from the item, as all tests have them. */
	parameters?: INodeParameters;
	items: Data[];
	prepare: (sandbox: Sandbox) => void;
	/** The deeds an item asks for; none for reads. */
	asks: (item: Data) => string[];
	/** Those that the body of a request asks for. */
	deeds: (body: Body) => string[];
	/** Each deed as often as it was done, by what the service holds; without it, by the requests on which it acted. */
	done?: (sandbox: Sandbox) => string[];
	/** How often a deed may be done; without it, it may be repeated. */
	atMost?: (deed: string) => number;
	/** What an item's error says of one of its deeds. */
	statusOf?: (deed: string, message: string) => ItemStatus;
	/** Whether this may come out for an item that was accepted. */
	isAnswered: (item: Data, output: Data[]) => boolean;
	/** With a Send Once Key: whether the service never does this. A second execution follows, in which nothing goes wrong. */
	isRefused?: (deed: string) => boolean;
	/** What the service should not hold after these fates of the items. */
	wrongState?: (fates: ItemStatus[], sandbox: Sandbox) => string[];
}

export type DrawJob = (dice: Dice) => Job;

/** Of the node. */
export interface Settings {
	onError: OnError;
	retryOnFail: boolean;
}

const operations: DrawJob[] = [
	createContacts,
	upsertContacts,
	updateContacts,
	deleteContacts,
	getContacts,
	getAllContacts,
	sendTransactional,
	sendToContacts(false),
	sendToContacts(true),
	sendToList,
	getAllLists,
	createPortalSessions,
	withKey(sendTransactional, (deed) => deed.endsWith(REFUSED)),
	withKey(sendToManyContacts, (deed) => deed.endsWith(STRANGER)),
	withKey(sendToList, (deed) => deed.includes(` on ${UNKNOWN_LIST} `)),
];

const settings: Settings[] = [false, true].flatMap((retryOnFail) =>
	(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const).map((onError) => ({
		onError,
		retryOnFail,
	})),
);

/** Every operation, with items that the dice decide. Six seeds in a row give an operation all settings of the node. */
export const drawJobs = (seed: number, dice: Dice) =>
	operations.map((draw, index) => ({
		job: draw(dice),
		settings: settings[(seed + index) % settings.length],
	}));
