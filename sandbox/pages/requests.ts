import { html } from './html';
import { number } from './number';
import { outcome, type Outcome } from './outcome';
import { pace } from './pace';
import { slice } from './slice';
import type { JournalEntry } from '../traffic/createJournalEntry';
import type { Service } from '../createService';
import type { Query } from './frame';

const REQUESTS_ON_A_PAGE = 50;
const MAX_SHOWN_CHARACTERS = 10_000;
const COLOURS: Record<Outcome, string> = { accepted: 'good', limited: 'warn', failed: 'bad' };

/** The pace of the requests, and what the API was asked, newest first. */
export function requests({ journal, settings, now, origin }: Service, { page }: Query) {
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
		${pace(journal, { limit: settings.limit, clock: (at) => clock(at).slice(0, 8) })}
		<section aria-label="Newest first">${shown.map((entry) => card(entry, clock))}</section>
		${pager}`;
}

function card(entry: JournalEntry, clock: (at: number) => string) {
	const { method, path, query, body, headers, key, at, fault, acted } = entry;
	return html`<details class="card request">
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
		<pre tabindex="0">${cut(JSON.stringify({ query, body, headers }, null, 2))}</pre>
	</details>`;
}

function badge(entry: JournalEntry) {
	const colour = COLOURS[outcome(entry)];
	return html`<span class="badge ${colour}">${entry.status ?? 'no response'}</span>`;
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
