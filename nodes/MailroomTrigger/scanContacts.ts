import { isTotalReached, readPages } from '../Mailroom/transport/readPages';
import type { Requester, ServiceRequest } from '../Mailroom/transport/ServiceClient';
import { ServiceError } from '../Mailroom/transport/ServiceError';
import type { Snapshot } from './Snapshot';

const CONTACTS = { method: 'GET', url: '/contacts', idempotency: 'safe' } as const;

/** Reads the rest of the scan until the deadline. Throws ServiceError, after which the snapshot is unusable. */
export async function scanContacts(
	client: Requester,
	snapshot: Snapshot,
	deadline: AbortSignal,
): Promise<void> {
	let wasSent = false;
	const beforeSend = () => void (wasSent = true);
	const observed = {
		request: async (request: ServiceRequest) => await client.request(request, { beforeSend }),
	};
	try {
		do await readRest(observed, snapshot, deadline);
		while (snapshot.endScan());
		return;
	} catch (error) {
		if (!deadline.aborted) await Promise.reject(error);
	}
	// While sends use up the limit, the service is not to blame.
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
		// The page may be gone since the last poll.
		const isGone = error instanceof ServiceError && error.rejectsContent;
		if (!isGone || !isResumed) await Promise.reject(error);
		snapshot.restartScan();
		await readRest(client, snapshot, deadline);
	}
}
