import { storedContacts } from '../engine/workloads/contacts';
import { inEngine } from '../inEngine';
import { goalTable, type Goal, type Row } from '../report/goalTable';
import { markdownTable } from '../report/markdownTable';
import { count } from '../report/numbers';
import { startSandboxProcess } from '../startSandboxProcess';
import type { Scan } from '../engine/watchContacts';
import type { JournalEntry } from '../../sandbox/traffic/createJournalEntry';
import type { Bench } from '../prepare';

const CONTACTS = 100_000;
const CONTACTS_PER_REQUEST = 100;
const MOST_BYTES = 24;

const EVENTS = ['contactAdded', 'contactUpdated', 'subscribed', 'unsubscribed', 'bounced'];

/** What it costs to notice that nothing has changed. */
export async function trigger(bench: Bench): Promise<Row> {
	const contactCount = Math.ceil(CONTACTS * bench.scale);
	const { scans, requests } = await watch(bench, contactCount);
	const goals = goalsOf(contactCount, scans, requests);
	const rows = scans.map((scan, index) => {
		const which = index === 0 ? 'first' : 'later';
		return [count(contactCount), which, count(requests[index]), ...cellsOf(scan)];
	});
	const head = ['contacts', 'scan', 'requests', 'polls', 'time', 'CPU', 'kept'];
	return { goals, report: `${goalTable(goals)}\n\n${markdownTable(head, rows)}` };
}

async function watch(bench: Bench, contactCount: number) {
	const sandbox = await startSandboxProcess();
	try {
		await sandbox.seed(storedContacts(contactCount));
		const service = { url: sandbox.url, apiKey: sandbox.apiKey };
		const { packageFolder } = bench;
		const scans = await inEngine(bench, 'watchContacts', {
			events: EVENTS,
			packageFolder,
			service,
		});
		return { scans, requests: requestsOfScans(await sandbox.journal()) };
	} finally {
		await sandbox.stop();
	}
}

/** Each scan begins with the first page. What is answered 429 is asked for again. */
function requestsOfScans(journal: JournalEntry[]): number[] {
	const requests: number[] = [];
	for (const { query } of journal.filter(({ status }) => status === 200)) {
		if ((query as { page?: string }).page === '1') requests.push(0);
		requests[requests.length - 1]++;
	}
	return requests;
}

function goalsOf(contactCount: number, scans: Scan[], requests: number[]): Goal[] {
	const work = `${count(contactCount)} contacts`;
	// The total may be wrong: a page that is not full tells the end.
	const needed = Math.floor(contactCount / CONTACTS_PER_REQUEST) + 1;
	const bytes = Math.max(...scans.map(({ keptBytes }) => keptBytes / contactCount));
	return [
		{
			work,
			toReach: `two scans, ${count(needed)} requests each, and one more a poll that is cut off`,
			measured: requests.map(count).join(' and '),
			isMet:
				requests.length === 2 &&
				scans.every(({ polls }, index) => requests[index] - needed < polls),
		},
		{
			work,
			toReach: `at most ${MOST_BYTES} bytes a contact`,
			measured: bytes.toFixed(1),
			isMet: bytes <= MOST_BYTES,
		},
	];
}

function cellsOf({ polls, seconds, cpuSeconds, keptBytes }: Scan): string[] {
	const kept = `${(keptBytes / 1e6).toFixed(2)} MB`;
	return [String(polls), `${seconds.toFixed(1)} s`, `${cpuSeconds.toFixed(2)} s`, kept];
}
