import { html } from './html';
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
export function requests({ journal, settings, now, origin }: Service, { page }: PageQuery) {
	if (journal.length === 0) return nothing(origin);
	// The journal has a clock of its own, which never goes back.
	const clockStart = now() - performance.now();
	const clock = (at: number) => new Date(clockStart + at).toISOString().slice(11, 23);
	const { shown, pager } = slice([...journal].reverse(), {
		path: '/requests',
		page,
		size: REQUESTS_ON_A_PAGE,
	});
	return html`<h1>Requests <span class="quiet">${number(journal.length)}</span></h1>
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
	return html`<details class="card request" ${isOpen && html`open`}>
		<summary>
			<span class="line">
				<code>${method} ${path}</code>
				${badge(entry)} ${fault && html`<span class="badge warn">fault: ${fault}</span>`}
				<time class="quiet">${clock(at)}</time>
			</span>
		</summary>
		<dl>
			<dt>Processed</dt>
			<dd>${acted ? 'yes' : 'no'}</dd>
			<dt>API key</dt>
			<dd>${key}</dd>
		</dl>
		<div class="exchange">
			<section>
				<h2>Request</h2>
				<pre tabindex="0">${cut(JSON.stringify({ query, body, headers }, null, 2))}</pre>
			</section>
			<section>
				<h2>Response</h2>
				${answer(entry)}
			</section>
		</div>
	</details>`;
}

function answer({ status, response, isInFlight }: JournalEntry) {
	if (status === null) return html`<p>${isInFlight ? 'No response yet.' : 'No response.'}</p>`;
	if (response === null) return html`<p>Only responses of the last requests are kept.</p>`;
	return html`<pre tabindex="0">${cut(indented(response))}</pre>`;
}

/** @param text JSON, unless a fault made something else of it */
function indented(text: string) {
	try {
		return JSON.stringify(JSON.parse(text), null, 2);
	} catch {
		return text;
	}
}

function badge({ status, isInFlight }: JournalEntry) {
	if (status === null && isInFlight) return html`<span class="badge quiet">in flight</span>`;
	const failure = status === 429 ? 'warn' : 'bad';
	const color = isAccepted(status) ? 'good' : failure;
	return html`<span class="badge ${color}">${status ?? 'no response'}</span>`;
}

/** Fifty requests with a hundred contacts each would make a heavy page. */
function cut(text: string) {
	if (text.length <= MAX_SHOWN_CHARACTERS) return text;
	const rest = number(text.length - MAX_SHOWN_CHARACTERS);
	return `${text.slice(0, MAX_SHOWN_CHARACTERS)}\n\n${rest} more characters: see /_sandbox/journal`;
}

function nothing(origin: string) {
	return html`<h1>Requests</h1>
		<p class="empty">
			No requests yet. Requests to the API at <code>${origin}/v1</code> appear here.
		</p>`;
}
