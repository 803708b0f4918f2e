import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import {
	createContacts,
	createPortalSessions,
	deleteContacts,
	getAllContacts,
	getAllLists,
	getContacts,
	updateContacts,
	upsertContacts,
} from './jobs/contactJobs';
import { keyedSends, sendToContacts, sendToList, sendTransactional } from './jobs/emailJobs';
import type { ItemStatus } from '../support/statusesInAccount';
import type { OperationName } from '../support/operations';
import type { Sandbox } from '../../sandbox/startSandbox';
import type { Dice } from './dice';

export type Data = IDataObject;

/** Fields of request bodies that identify the requested deeds. */
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
 * An operation with its items, and rules to compare their outcome with the service. A deed is the name of one effect that an
 * item requests, such as an email to one recipient or a contact with one name.
 */
export interface Job {
	/** The resource and the operation. */
	name: OperationName;
	/** Parameters in addition to those that all tests read from the item. */
	parameters?: INodeParameters;
	items: Data[];
	prepare: (sandbox: Sandbox) => void;
	/** The deeds that an item requests, none for reads. */
	asks: (item: Data) => string[];
	/** The deeds that a request body requests. */
	deeds: (body: Body) => string[];
	/** The deeds in the service's store, by default those of the requests on which it acted. */
	done?: (sandbox: Sandbox) => string[];
	/** Maximum number of times for a deed, by default unlimited. */
	atMost?: (deed: string) => number;
	/** Status of one of an item's deeds, by the item's error. */
	statusOf?: (deed: string, message: string) => ItemStatus;
	/** Whether an accepted item may have this output. */
	isExpected: (item: Data, output: Data[]) => boolean;
	/** Whether rejected recipients stop nobody else, also with "Stop". */
	skipsRejected?: boolean;
	/** Only with a Send Once Key, after which a second execution without faults follows: whether the service always rejects a deed. */
	isRejected?: (deed: string) => boolean;
	/** Contents of the service that contradict these statuses of the items. */
	wrongState?: (statuses: ItemStatus[], sandbox: Sandbox) => string[];
}

export type DrawJob = (dice: Dice) => Job;

/** Settings of the node. */
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
	...keyedSends,
];

const settings: Settings[] = [false, true].flatMap((retryOnFail) =>
	(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const).map((onError) => ({
		onError,
		retryOnFail,
	})),
);

/** Draws items for every operation. Six consecutive seeds give an operation all settings of the node. */
export const drawJobs = (seed: number, dice: Dice) =>
	operations.map((draw, index) => ({
		job: draw(dice),
		settings: settings[(seed + index) % settings.length],
	}));
