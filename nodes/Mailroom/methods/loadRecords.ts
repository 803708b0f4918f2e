import type { IDataObject, ILoadOptionsFunctions } from 'n8n-workflow';
import { createClient } from '../transport/createClient';
import { nodeError } from '../execution/itemError';
import { fetchRecords } from '../transport/fetchRecords';
import { RunQueue } from '../transport/RunQueue';

/**
 * Records of the service, for a drop-down.
 *
 * @param url below the base address of the credential
 * @throws NodeApiError or NodeOperationError whose message tells the user what is wrong: n8n shows it in the drop-down
 */
export async function loadRecords(
	context: ILoadOptionsFunctions,
	url: string,
	wanted: Parameters<typeof fetchRecords>[2],
): Promise<IDataObject[]> {
	try {
		const client = await createClient(context, new RunQueue());
		const request = { method: 'GET', url, idempotency: 'safe' } as const;
		return (await fetchRecords(client, request, wanted)).records;
	} catch (error) {
		throw nodeError(error, context.getNode());
	}
}
