import type { IDataObject } from 'n8n-workflow';
import { RECORDS_PER_PAGE } from '../Mailroom/service';
import { answerRecord } from '../Mailroom/transport/answerData';
import { Cancellation } from '../Mailroom/transport/Cancellation';
import { readPages } from '../Mailroom/transport/fetchPages';
import type { Requester } from '../Mailroom/transport/ServiceClient';
import { ServiceError } from '../Mailroom/transport/ServiceError';
import type { ContactMemory } from './ContactMemory';

/** Of the first look, where the service counts more than it gives: the first at once, the others at the next polls. */
const MOST_REPEATS = 3;

/** So many contacts that a look lacked are asked for one by one; of more, only a second look says that they are gone. */
const MOST_ASKED_FOR = 10;

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
		const isComplete = await readPagesUntil(client, memory, deadline).catch(
			async (error: unknown) => {
				// The page at which the last poll was cut off may be gone since: the look begins anew.
				const isGone = error instanceof ServiceError && error.rejectsContent;
				if (!isGone || header.page === 1 || memory.pagesRead > 0)
					return await Promise.reject(error);
				memory.beginLook(header.isFirst);
				return await readPagesUntil(client, memory, deadline);
			},
		);
		if (!isComplete) return;
		const isAgain = header.isFirst && mayHaveMissed(memory);
		isAgainAtOnce = isAgain && header.repeats === 0;
		if (!header.isFirst) await lookForLacking(client, memory, deadline);
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
				leave: async () => {
					hasLeft = true;
					await Promise.resolve();
				},
			}),
	};
	const request = { method: 'GET', url: '/contacts', effect: 'none' } as const;
	const { page: firstPage } = memory.header;
	const reading = { per: RECORDS_PER_PAGE, limit: Infinity, firstPage, deadline };
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
 * Whoever the first look misses would seem to be added later. So it is repeated while it knows fewer than the service counts, and
 * once where nothing says whether it knows all: the service does not count, has nobody, which may be a mistake, or has changed
 * while it was read.
 */
function mayHaveMissed({ header, contacts }: ContactMemory): boolean {
	const { total, repeats, page, hasMoved, spare } = header;
	const isUncounted = total === undefined && page > 2;
	if (repeats === 0 && (contacts.size === 0 || isUncounted || hasMoved)) return true;
	return contacts.size + spare < (total ?? 0) && repeats < MOST_REPEATS;
}

/**
 * Who is not in the list may be gone, or on a page that shifted. The service knows better, where there are few of them; one
 * that it still has shows that the look says nothing of those it was not asked for.
 */
async function lookForLacking(
	client: Requester,
	memory: ContactMemory,
	deadline: AbortSignal,
): Promise<void> {
	if (memory.isLost) return;
	const asked = memory.lacking.filter(([, { email }]) => email !== undefined);
	let isRefuted = false;
	let isProven = false;
	const end = new Cancellation(deadline);
	for (const [id, contact] of asked.slice(0, MOST_ASKED_FOR)) {
		const found = await find(client, contact.email, end);
		if (found === 'noTime') return;
		// The list alone decides then.
		if (found === 'unanswered') break;
		if (isContact(found)) {
			memory.keep(contact);
			isRefuted = true;
			continue;
		}
		// A service that does not even find who is in its list says nothing of others.
		const { addressSeen } = memory;
		isProven ||= addressSeen === undefined || isContact(await find(client, addressSeen, end));
		if (!isProven) break;
		memory.remove(id, contact);
	}
	if (!isRefuted && memory.isCertain) memory.removeLacking();
}

type Found = IDataObject | 'none' | 'noTime' | 'unanswered';

function isContact(found: Found): found is IDataObject {
	return typeof found === 'object';
}

async function find(
	client: Requester,
	email: string | undefined,
	cancellation: Cancellation,
): Promise<Found> {
	try {
		const answer = await client.request({
			method: 'GET',
			url: '/contacts/find',
			qs: { email },
			effect: 'none',
			cancellation,
		});
		return answerRecord(answer);
	} catch (error) {
		if (cancellation.isCancelled) return 'noTime';
		if (error instanceof ServiceError && error.status === 404) return 'none';
		if (error instanceof ServiceError && !error.endsRun) return 'unanswered';
		return await Promise.reject(error);
	}
}
