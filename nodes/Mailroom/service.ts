import type { IDataObject } from 'n8n-workflow';

/**
 * The service's own terms: its wire types and limits, as its document gives them.
 * Fields that this node only passes on are left to `IDataObject`.
 */

/** Requests per second and project, over all endpoints (section "Limits"). */
export const REQUESTS_PER_SECOND = 10;

/** Contacts in one POST /contacts/create_many, and addresses in one POST /email/contact (section "Limits"). */
export const CONTACTS_PER_CALL = 100;

/** Records per page that this node asks for at the most; the service's own maximum is not documented. */
export const RECORDS_PER_PAGE = 100;

/** Every contact is on this list, and cannot leave it (general rule 5). */
export const DEFAULT_LIST = 'important';

/** The value of a custom property; null removes it from a contact (PATCH /contacts/update). */
export type CustomPropertyValue = string | number | null;

/** Element of `contacts` in POST /contacts/create_many. */
export interface ContactInput {
	email: string;
	userId?: string;
	avatarUrl?: string;
	name?: string;
	languageCode?: string;
	updateIfExists?: boolean;
	ignoreListSubscriptionsWhenUpdating?: boolean;
	subscribedToLists?: string[];
	customProperties?: Record<string, CustomPropertyValue>;
}

/** Body of PATCH /contacts/update. The service spells the two list fields exactly so. */
export interface ContactUpdate {
	email: string;
	userId?: string;
	avatarUrl?: string;
	name?: string;
	languageCode?: string;
	addedListSubscripitons?: string[];
	removedListSubscripitons?: string[];
	customProperties?: Record<string, CustomPropertyValue>;
}

/** Fields that the three send endpoints share. */
export interface EmailContent {
	subject: string;
	body: string;
	bodyFormat: 'markdown' | 'html';
	trackEmailOpens?: boolean;
	trackEmailLinkClicks?: boolean;
}

/** Body of POST /email/list, and of POST /email/contact but for its recipients. */
export interface ListEmail extends EmailContent {
	list: string;
	delaySeconds?: number;
	/** ISO 8601, UTC. */
	delayUntilDate?: string;
}

/** Every successful response. */
export interface ServiceResponse extends IDataObject {
	success?: boolean;
	data?: IDataObject | IDataObject[];
	metadata?: { page?: number; per?: number; total?: number };
}
