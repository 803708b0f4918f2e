import { brokenNotice } from './brokenService';
import { html, type Html } from './html';
import { number } from './number';
import { slice } from './slice';
import { mostInASecond } from '../traffic/mostInASecond';
import type { JournalEntry } from '../traffic/createJournalEntry';
import type { Service } from '../createService';
import type { PageQuery } from './slice';

const REQUESTS_ON_A_PAGE = 50;
const MAX_SHOWN_CHARACTERS = 10_000;
const MINUTE_MS = 60_000;

/** The pace of the requests, and what the API was asked, newest first. */
export function requests({ journal, settings, faults, now, origin }: Service, { page }: PageQuery) {
	if (journal.length === 0) return nothing(origin, brokenNotice(faults));
	// The journal has a clock of its own, which never goes back.
	const clockStart = now() - performance.now();
	const clock = (at: number) => new Date(clockStart + at).toISOString().slice(11, 23);
	const { shown, pager } = slice([...journal].reverse(), {
		path: '/requests',
		page,
		size: REQUESTS_ON_A_PAGE,
	});
	return html`<h1>Requests <small>${number(journal.length)}</small></h1>
		${brokenNotice(faults)}
		<p>${pace(journal, settings.limit)} Times are in UTC.</p>
		<section aria-label="Newest first">
			${shown.map((entry) => card(entry, { clock, isOpen: entry === journal.at(-1) }))}
		</section>
		${pager}`;
}

/** The minute that ends with the last request, in words. A limit of 0 is none. */
function pace(journal: JournalEntry[], limit: number) {
	const since = journal[journal.length - 1].at - MINUTE_MS;
	const recent = journal.filter(({ at }) => at > since);
	const accepted = recent.filter(({ status }) => isAccepted(status));
	const limited = recent.filter(({ status }) => status === 429).length;
	const inFlight = recent.filter((one) => one.status === null && one.isInFlight).length;
	const failed = recent.length - accepted.length - limited - inFlight;
	const busiest = mostInASecond(accepted.map(({ at }) => at));
	const counts = `${number(accepted.length)} accepted, ${number(limited)} throttled (429), ${number(failed)} other failures`;
	const allowed = limit > 0 ? `limit ${limit}` : 'no limit';
	return `The last minute: ${counts}. Busiest second: ${number(busiest)} accepted (${allowed}).`;
}

const isAccepted = (status: number | null) => status !== null && status >= 200 && status < 300;

function card(
	entry: JournalEntry,
	{ clock, isOpen }: { clock: (at: number) => string; isOpen: boolean },
) {
	const { method, path, query, body, headers, key, at, fault, acted } = entry;
	return html`<article>
		<details ${isOpen && html`open`}>
			<summary class="row">
				<code>${method} ${path}</code>
				${badge(entry)} ${fault && html`<span class="badge warn">fault: ${fault}</span>`}
				<small>${clock(at)}</small>
			</summary>
			<dl>
				<dt>Processed</dt>
				<dd>${acted ? 'yes' : 'no'}</dd>
				<dt>API key</dt>
				<dd>${key}</dd>
			</dl>
			<div class="grid">
				<div>
					<h2>Request</h2>
					${preformatted({ query, body, headers })}
				</div>
				<div>
					<h2>Response</h2>
					${answer(entry)}
				</div>
			</div>
		</details>
	</article>`;
}

function answer({ status, response, isInFlight }: JournalEntry) {
	if (status === null) return html`<p>${isInFlight ? 'No response yet.' : 'No response.'}</p>`;
	if (response === null) return html`<p>Only responses of the last requests are kept.</p>`;
	try {
		return preformatted(JSON.parse(response));
	} catch {
		// A fault made something else of the JSON.
		return preformatted(response);
	}
}

function badge({ status, isInFlight }: JournalEntry) {
	if (status === null && isInFlight) return html`<span class="badge">in flight</span>`;
	const failure = status === 429 ? 'warn' : 'bad';
	const color = isAccepted(status) ? 'good' : failure;
	return html`<span class="badge ${color}">${status ?? 'no response'}</span>`;
}

/** Cut, because fifty requests with a hundred contacts each would make a heavy page. */
function preformatted(value: unknown) {
	const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
	const rest = text.length - MAX_SHOWN_CHARACTERS;
	return html`<pre tabindex="0"><code>${text.slice(0, MAX_SHOWN_CHARACTERS)}</code></pre>
		${rest > 0 && html`<p>${number(rest)} more characters: see /_sandbox/journal</p>`}`;
}

function nothing(origin: string, notice: Html | false) {
	return html`<h1>Requests</h1>
		${notice}
		<p class="empty">
			No requests yet. Requests to the API at <code>${origin}/v1</code> appear here.
		</p>`;
}
