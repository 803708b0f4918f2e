import type { IDataObject } from 'n8n-workflow';

// Wire types and limits, as documented by the service.

/** Shared by all endpoints and API keys of a project. */
export const REQUESTS_PER_SECOND = 10;

/** Maximum of POST /contacts/create_many and POST /email/contact. */
export const CONTACTS_PER_REQUEST = 100;

/** Chosen, as the service documents no maximum. */
export const RECORDS_PER_PAGE = 100;

/** Every contact is on this list, and cannot leave it. */
export const DEFAULT_LIST = 'important';

/** In PATCH /contacts/update, null removes the property. */
export type CustomPropertyValue = string | number | null;

/** Each has a row in `contactFields`. */
export interface OwnFields {
	userId?: string;
	avatarUrl?: string;
	name?: string;
	languageCode?: string;
}

interface ContactFields extends OwnFields {
	email: string;
	customProperties?: Record<string, CustomPropertyValue>;
}

/** In POST /contacts/create_many. */
export interface ContactInput extends ContactFields {
	updateIfExists?: boolean;
	ignoreListSubscriptionsWhenUpdating?: boolean;
	subscribedToLists?: string[];
}

/** Body of PATCH /contacts/update. The spelling of the list fields is the service's. */
export interface ContactUpdate extends ContactFields {
	addedListSubscripitons?: string[];
	removedListSubscripitons?: string[];
}

export interface EmailContent {
	subject: string;
	body: string;
	bodyFormat: 'markdown' | 'html';
	trackEmailOpens?: boolean;
	trackEmailLinkClicks?: boolean;
}

/** Body of POST /email/list, and of POST /email/contact without recipients. */
export interface ListEmail extends EmailContent {
	list: string;
	delaySeconds?: number;
	/** ISO 8601, UTC, in whole seconds. */
	delayUntilDate?: string;
}

/** Body of every successful response. */
export interface ServiceResponse extends IDataObject {
	success?: boolean;
	data?: IDataObject | IDataObject[];
	metadata?: { page?: number; per?: number; total?: number };
}

/** True for JSON objects, not for arrays. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Every contact is on the default list, even if the service leaves it out.
 *
 * @returns undefined if the service has not told the lists
 */
export function listsOfContact({ subscribedToLists: names }: IDataObject): Set<string> | undefined {
	if (!Array.isArray(names)) return undefined;
	const readable = names.filter((name) => typeof name === 'string');
	return readable.length === names.length ? new Set([DEFAULT_LIST, ...readable]) : undefined;
}

/** Dates may be numbers. */
export function hasBounced({ hardBouncedAt }: IDataObject): boolean {
	if (hardBouncedAt === undefined || hardBouncedAt === null) return false;
	return hardBouncedAt !== false && String(hardBouncedAt).trim() !== '';
}
