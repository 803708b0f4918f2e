import type { Hold } from '../../Mailroom/transport/gate/Hold';
import { isFailed, type Failed } from '../../Mailroom/transport/Outcome';
import { isTotalReached } from '../../Mailroom/transport/PageCursor';
import { readPages } from '../../Mailroom/transport/readPages';
import type { Client } from '../../Mailroom/transport/ServiceClient';
import type { Snapshot } from './Snapshot';

const CONTACTS = { method: 'GET', url: '/contacts', idempotency: 'safe' } as const;

/** Without a turn, other requests have used up the rate limit. */
export type ScanResult = Failed | 'finished' | 'stopped' | 'noTurn';

/** Reads the rest of the scan until the deadline, which withdraws the client's requests. After a failure, the snapshot is unusable. */
export async function scanContacts(
	client: Client,
	snapshot: Snapshot,
	deadline: AbortSignal,
): Promise<ScanResult> {
	let wasSent = false;
	const hold: Hold = {
		// It is asked once nothing else keeps the request back.
		start: () => {
			wasSent = true;
			return 'go';
		},
	};
	const watched: Client = { send: async (request) => await client.send(request, [hold]) };
	let pagesRead = 0;
	const onPage = () => void pagesRead++;
	do {
		const result = await readRest(watched, snapshot, onPage);
		if (deadline.aborted && result !== 'finished') {
			if (!wasSent) return 'noTurn';
			return pagesRead === 0 ? finishUnanswered(snapshot) : 'stopped';
		}
		if (result !== 'finished') return result;
	} while (snapshot.finishScan());
	return 'finished';
}

async function readRest(
	client: Client,
	snapshot: Snapshot,
	onPage: () => void,
): Promise<Failed | 'finished' | 'stopped'> {
	const { cursor, part } = snapshot.scan;
	const nextPage = part === 'lastPageAgain' ? cursor.nextPage - 1 : cursor.nextPage;
	const query = { identity: 'email', from: { ...cursor, nextPage } };
	for await (const page of readPages(client, CONTACTS, query)) {
		if (!isFailed(page)) {
			snapshot.add(page);
			onPage();
			if (page.isLast) return 'finished';
			continue;
		}
		// If contacts were removed since the earlier poll, the service may refuse the page at which it ended.
		const isGone = page.kind === 'rejected' && page.scope === 'units';
		if (!isGone || snapshot.scan.part === 'all') return page;
		snapshot.discardScan();
		return await readRest(client, snapshot, onPage);
	}
	return 'stopped';
}

/** After a poll that has waited for one page. The scan can end without a page on which the total counts no contact. */
function finishUnanswered(snapshot: Snapshot): Failed | 'finished' {
	const { cursor } = snapshot.scan;
	if (!isTotalReached(cursor)) {
		const problem = "The service didn't respond within the time that n8n allows for a poll";
		return { kind: 'notSent', problem, scope: 'request' };
	}
	cursor.isEndUnknown = true;
	snapshot.finishScan();
	return 'finished';
}
