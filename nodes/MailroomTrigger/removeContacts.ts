import type { IDataObject } from 'n8n-workflow';
import { responseRecord } from '../Mailroom/transport/responseData';
import { Cancellation } from '../Mailroom/transport/Cancellation';
import type { Requester } from '../Mailroom/transport/ServiceClient';
import { ServiceError } from '../Mailroom/transport/ServiceError';
import type { ContactMemory } from './ContactMemory';

/** So many contacts that a look lacked are asked for one by one; of more, only a second look says that they are gone. */
const MOST_ASKED_FOR = 10;

/**
 * Forgets those of whom a look has shown that they are gone. Who is not in the list may be, or on a page that shifted. The service
 * knows better, where there are few of them; one that it still has shows that the look says nothing of those it was not asked for.
 */
export async function removeContacts(
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
			idempotency: 'safe',
			cancellation,
		});
		return responseRecord(answer);
	} catch (error) {
		if (cancellation.isCancelled) return 'noTime';
		if (error instanceof ServiceError && error.status === 404) return 'none';
		if (error instanceof ServiceError && !error.abortsRun) return 'unanswered';
		return await Promise.reject(error);
	}
}
