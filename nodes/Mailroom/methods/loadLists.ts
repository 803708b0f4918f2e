import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { connect } from '../execution/connect';
import { nodeError } from '../execution/itemError';
import type { MailingList } from '../service';
import { fetchPages } from '../transport/fetchPages';
import { Lane } from '../transport/lane';

/**
 * All mailing lists of the project, for a drop-down.
 *
 * @throws NodeApiError or NodeOperationError whose message tells the user what is wrong: n8n shows it in the drop-down
 */
export async function loadLists(context: ILoadOptionsFunctions): Promise<MailingList[]> {
	try {
		const client = await connect(context, new Lane());
		const request = { method: 'GET', url: '/lists', effect: 'none' } as const;
		const records = await fetchPages(client, request, { identity: 'name' });
		return records.flatMap(({ name, title, numSubscribers }) =>
			typeof name === 'string'
				? [
						{
							name,
							title: typeof title === 'string' ? title : undefined,
							numSubscribers: typeof numSubscribers === 'number' ? numSubscribers : undefined,
						},
					]
				: [],
		);
	} catch (error) {
		throw nodeError(error, context.getNode());
	}
}

/** A list as a drop-down shows it, e.g. "Product news (1,204 subscribers)". */
export function listLabel({ name, title, numSubscribers }: MailingList): string {
	const label = title?.trim() || name;
	if (numSubscribers === undefined) return label;
	const count = numSubscribers.toLocaleString('en-US');
	return `${label} (${count} ${numSubscribers === 1 ? 'subscriber' : 'subscribers'})`;
}
