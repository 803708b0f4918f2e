import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { RECORDS_PER_PAGE } from '../service';
import { isJsonObject } from '../transport/isJsonObject';
import { loadRecords } from './loadRecords';

/**
 * The names of the custom properties that the first contacts have, as options of a multi-select. The service has no list of those
 * that are defined in its dashboard.
 */
export async function getCustomProperties(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const wanted = { identity: 'email', limit: RECORDS_PER_PAGE };
	const contacts = await loadRecords(this, '/contacts', wanted);
	const names = contacts.flatMap(({ customProperties }) =>
		isJsonObject(customProperties) ? Object.keys(customProperties) : [],
	);
	return [...new Set(names)].sort().map((name) => ({ name, value: name }));
}
