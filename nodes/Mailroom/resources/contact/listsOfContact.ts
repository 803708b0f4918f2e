import type { IDataObject } from 'n8n-workflow';
import { DEFAULT_LIST } from '../../service';

/** The lists that a contact of the service is on. It is on the default list also where the service does not say so. */
export function listsOfContact({ subscribedToLists }: IDataObject): Set<string> {
	const named = Array.isArray(subscribedToLists) ? subscribedToLists : [];
	return new Set([DEFAULT_LIST, ...named.filter((list) => typeof list === 'string')]);
}
