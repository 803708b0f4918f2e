import { isTotalReached, readPages } from '../Mailroom/transport/readPages';
import type { Requester } from '../Mailroom/transport/ServiceClient';
import { ServiceError } from '../Mailroom/transport/ServiceError';
import type { Snapshot } from './Snapshot';

const CONTACTS = { method: 'GET', url: '/contacts', idempotency: 'safe' } as const;

/**
 * Reads the rest of the scan into the snapshot, as far as there is time; the next poll goes on from there.
 *
 * @throws ServiceError if the service could not be asked: discard the snapshot then
 */
export async function scanContacts(
	client: Requester,
	snapshot: Snapshot,
	deadline: AbortSignal,
): Promise<void> {
	let wasSent = false;
	const beforeSend = () => {
		wasSent = true;
	};
	const followed: Requester = {
		request: async (request) => await client.request(request, { beforeSend }),
	};
	try {
		do await readRest(followed, snapshot, deadline);
		while (snapshot.endScan());
		return;
	} catch (error) {
		if (!deadline.aborted) await Promise.reject(error);
	}
	// If sends take all permits, the scan waits for the next poll; here the service is the reason.
	if (!wasSent || snapshot.pagesRead > 0) return;
	const { scan } = snapshot.header;
	if (!isTotalReached(scan)) {
		throw new ServiceError('The service did not respond in the time that n8n gives a poll', {
			outcome: 'notSent',
		});
	}
	scan.isEndUnread = true;
	snapshot.endScan();
}

async function readRest(client: Requester, snapshot: Snapshot, deadline: AbortSignal) {
	const { scan } = snapshot.header;
	const isResumed = scan.nextPage > 1;
	const query = { identity: 'email', from: scan, signal: deadline };
	try {
		for await (const page of readPages(client, CONTACTS, query)) snapshot.add(page);
	} catch (error) {
		// Pages that were there when the last poll was cut off may be gone since.
		const isGone = error instanceof ServiceError && error.rejectsContent;
		if (!isGone || !isResumed) await Promise.reject(error);
		snapshot.restartScan();
		await readRest(client, snapshot, deadline);
	}
}
