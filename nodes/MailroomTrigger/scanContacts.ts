import type { Hold } from '../Mailroom/transport/gate/Hold';
import { isFailed, type Failed } from '../Mailroom/transport/Outcome';
import { isTotalReached, readPages } from '../Mailroom/transport/readPages';
import type { Client } from '../Mailroom/transport/ServiceClient';
import type { Snapshot } from './Snapshot';

const CONTACTS = { method: 'GET', url: '/contacts', idempotency: 'safe' } as const;

/** Reads the rest of the scan until the deadline. After a failure, the snapshot is unusable. */
export async function scanContacts(
	client: Client,
	snapshot: Snapshot,
	deadline: AbortSignal,
): Promise<Failed | undefined> {
	let wasSent = false;
	const hold: Hold = {
		start: () => {
			wasSent = true;
			return 'go';
		},
	};
	const watched: Client = { send: async (request) => await client.send(request, [hold]) };
	do {
		const end = await readRest(watched, snapshot);
		if (deadline.aborted && end !== 'complete') {
			// If nothing was sent, others have used up the limit.
			return wasSent && snapshot.pagesRead === 0 ? endUnanswered(snapshot) : undefined;
		}
		if (typeof end === 'object') return end;
	} while (snapshot.endScan());
	return undefined;
}

type End = Failed | 'complete' | 'stopped';

async function readRest(client: Client, snapshot: Snapshot): Promise<End> {
	const { scan } = snapshot.header;
	// Reads the last page again, as the data may have moved since.
	const nextPage = snapshot.isResumed ? scan.nextPage - 1 : scan.nextPage;
	const query = { identity: 'email', from: { ...scan, nextPage } };
	for await (const page of readPages(client, CONTACTS, query)) {
		if (!isFailed(page)) {
			snapshot.add(page);
			if (page.isLast) return 'complete';
			continue;
		}
		const isGone = page.kind === 'rejected' && page.concerns === 'units';
		if (!isGone || !snapshot.isResumed) return page;
		snapshot.restartScan();
		return await readRest(client, snapshot);
	}
	return 'stopped';
}

/** A whole poll has waited for one page. */
function endUnanswered(snapshot: Snapshot): Failed | undefined {
	const { scan } = snapshot.header;
	if (!isTotalReached(scan)) {
		const problem = "The service didn't respond within the time that n8n allows for a poll";
		return { kind: 'notSent', problem, concerns: 'request' };
	}
	scan.isEndUnread = true;
	snapshot.endScan();
	return undefined;
}
