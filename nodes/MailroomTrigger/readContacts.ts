import { RECORDS_PER_PAGE } from '../Mailroom/service';
import { readPages } from '../Mailroom/transport/fetchPages';
import type { Requester } from '../Mailroom/transport/ServiceClient';
import { ServiceError } from '../Mailroom/transport/ServiceError';
import type { ContactMemory } from './ContactMemory';
import { removeContacts } from './removeContacts';

/** Of the first look, where the service counts more than it gives: the first at once, the others at the next polls. */
const MOST_REPEATS = 3;
/** Of a first look that finds nobody, all at once: the next contact is an event. */
const MOST_REPEATS_IF_EMPTY = 2;

/**
 * Reads what the look still has to read, and ends it where there is time.
 *
 * @throws ServiceError when the service could not be asked; what was read then is not to be kept
 */
export async function readContacts(
	client: Requester,
	memory: ContactMemory,
	deadline: AbortSignal,
): Promise<void> {
	const { header } = memory;
	for (let isAgainAtOnce = true; isAgainAtOnce;) {
		const isResumed = header.page > 1;
		const isComplete = await readPagesUntil(client, memory, deadline).catch(
			async (error: unknown) => {
				// Pages that were there when the last poll was cut off may be gone since: the look begins anew.
				const isGone = error instanceof ServiceError && error.rejectsContent;
				if (!isGone || !isResumed) return await Promise.reject(error);
				memory.beginLook(header.isFirst);
				return await readPagesUntil(client, memory, deadline);
			},
		);
		if (!isComplete) return;
		const isAgain = header.isFirst && mayHaveMissed(memory);
		isAgainAtOnce = isAgain && (header.repeats === 0 || memory.contacts.size === 0);
		if (!header.isFirst) await removeContacts(client, memory, deadline);
		memory.beginLook(isAgain);
	}
}

/** @returns whether there was time to read all */
async function readPagesUntil(
	client: Requester,
	memory: ContactMemory,
	deadline: AbortSignal,
): Promise<boolean> {
	let hasLeft = false;
	const followed: Requester = {
		request: async (request) =>
			await client.request(request, {
				beforeSend: async () => {
					hasLeft = true;
					await Promise.resolve();
				},
			}),
	};
	const request = { method: 'GET', url: '/contacts', idempotency: 'safe' } as const;
	const { page: firstPage, total: totalBefore } = memory.header;
	const reading = { per: RECORDS_PER_PAGE, limit: Infinity, firstPage, totalBefore, deadline };
	const { isCutOff } = await readPages(followed, request, memory, reading);
	// Where sends take all turns the look waits for the next poll; here the service is the reason.
	if (isCutOff && hasLeft && memory.pagesRead === 0) {
		throw new ServiceError('The service did not answer in the time that n8n gives a poll', {
			outcome: 'notSent',
		});
	}
	return !isCutOff;
}

/**
 * A contact that the first look misses would seem to be added later. It is repeated while it knows fewer than the service counts;
 * twice where the list is empty, which may be a mistake; and once where nothing says whether it knows all: the service does not
 * count, or has changed while it was read.
 */
function mayHaveMissed({ header, contacts }: ContactMemory): boolean {
	const { total, repeats, page, hasMoved, spare } = header;
	const known = contacts.size + spare;
	const isUncounted = (total ?? 0) < known && page > 2;
	if (repeats === 0 && (isUncounted || hasMoved)) return true;
	if (contacts.size === 0 && repeats < MOST_REPEATS_IF_EMPTY) return true;
	return known < (total ?? 0) && repeats < MOST_REPEATS;
}
