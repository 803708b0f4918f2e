import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { connect } from '../execution/connect';
import { nodeError } from '../execution/itemError';
import { fetchPages } from '../transport/fetchPages';
import { isJsonObject } from '../transport/isJsonObject';
import { Lane } from '../transport/Lane';

/** How many contacts are looked at: ten requests, which is a second of the limit. */
const CONTACTS_LOOKED_AT = 1_000;

/**
 * The names of the custom properties that contacts have, as options of a multi-select. The service has no list of those that are
 * defined in its dashboard.
 *
 * @throws NodeApiError or NodeOperationError whose message tells the user what is wrong: n8n shows it in the drop-down
 */
export async function getCustomProperties(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	try {
		const client = await connect(this, new Lane());
		const request = { method: 'GET', url: '/contacts', effect: 'none' } as const;
		const wanted = { identity: 'email', limit: CONTACTS_LOOKED_AT };
		const { records } = await fetchPages(client, request, wanted);
		const names = records.flatMap(({ customProperties }) =>
			isJsonObject(customProperties) ? Object.keys(customProperties) : [],
		);
		return [...new Set(names)].sort().map((name) => ({ name, value: name }));
	} catch (error) {
		throw nodeError(error, this.getNode());
	}
}
