import { isTotalReached, readPages } from '../Mailroom/transport/readPages';
import type { Requester } from '../Mailroom/transport/ServiceClient';
import { ServiceError } from '../Mailroom/transport/ServiceError';
import type { Snapshot } from './Snapshot';

const CONTACTS = { method: 'GET', url: '/contacts', idempotency: 'safe' } as const;

/**
 * Reads the rest of the scan until the deadline. The next poll continues there.
 *
 * Throws ServiceError. The snapshot is unusable then.
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
	const observed: Requester = {
		request: async (request) => await client.request(request, { beforeSend }),
	};
	try {
		do await readRest(observed, snapshot, deadline);
		while (snapshot.endScan());
		return;
	} catch (error) {
		if (!deadline.aborted) await Promise.reject(error);
	}
	// Nothing is wrong with the service while sends, which go first, use up the limit.
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
		// The page at which the last poll ended may be gone.
		const isGone = error instanceof ServiceError && error.rejectsContent;
		if (!isGone || !isResumed) await Promise.reject(error);
		snapshot.restartScan();
		await readRest(client, snapshot, deadline);
	}
}
