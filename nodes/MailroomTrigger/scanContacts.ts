import { isTotalReached, readPages } from '../Mailroom/transport/readPages';
import { ServiceError } from '../Mailroom/transport/ServiceError';
import type { Requester, ServiceRequest } from '../Mailroom/transport/ServiceRequest';
import type { Snapshot } from './Snapshot';

const CONTACTS = { method: 'GET', url: '/contacts', idempotency: 'safe' } as const;

/** Reads the rest of the scan until the deadline. Throws ServiceError; then the snapshot is unusable. */
export async function scanContacts(
	client: Requester,
	snapshot: Snapshot,
	deadline: AbortSignal,
): Promise<void> {
	let wasSent = false;
	const beforeSend = () => void (wasSent = true);
	const request = async (one: ServiceRequest) => await client.request({ ...one, beforeSend });
	try {
		do await readRest({ request }, snapshot);
		while (snapshot.endScan());
	} catch (error) {
		if (!deadline.aborted) await Promise.reject(error);
		// If nothing was sent, others have used up the limit.
		if (wasSent && snapshot.pagesRead === 0) endUnanswered(snapshot);
	}
}

async function readRest(client: Requester, snapshot: Snapshot): Promise<void> {
	const { scan } = snapshot.header;
	// Reads the last page again, as the data may have moved since.
	const nextPage = snapshot.isResumed ? scan.nextPage - 1 : scan.nextPage;
	const query = { identity: 'email', from: { ...scan, nextPage } };
	try {
		for await (const page of readPages(client, CONTACTS, query)) snapshot.add(page);
	} catch (error) {
		const isGone = error instanceof ServiceError && error.details.rejects === 'content';
		if (!isGone || !snapshot.isResumed) await Promise.reject(error);
		snapshot.restartScan();
		await readRest(client, snapshot);
	}
}

/** A whole poll has waited for one page. */
function endUnanswered(snapshot: Snapshot): void {
	const { scan } = snapshot.header;
	if (!isTotalReached(scan)) {
		throw new ServiceError(
			'The service did not respond within the time that n8n allows for a poll',
			{
				outcome: 'notSent',
			},
		);
	}
	scan.isEndUnread = true;
	snapshot.endScan();
}
