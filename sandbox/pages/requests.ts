const { html } = require('./html');
const { number } = require('./number');
const { outcome } = require('./outcome');
const { pace } = require('./pace');
const { slice } = require('./slice');

/** @typedef {import('../traffic/createJournalEntry').JournalEntry} JournalEntry */

const REQUESTS_ON_A_PAGE = 50;
const MAX_SHOWN_CHARACTERS = 10_000;
/** @type {Record<import('./outcome').Outcome, string>} */
const COLOURS = { accepted: 'good', limited: 'warn', failed: 'bad' };

/**
 * The pace of the requests, and what the API was asked, newest first.
 * @param {import('../createService').Service} service
 * @param {import('./frame').Query} query
 */
function requests({ journal, settings, now, origin }, { page }) {
	if (journal.length === 0) return nothing(origin);
	// The journal has a clock of its own, which never goes back.
	const clockStart = now() - performance.now();
	const clock = (/** @type {number} */ at) => new Date(clockStart + at).toISOString().slice(11, 23);
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

/**
 * @param {JournalEntry} entry
 * @param {(at: number) => string} clock
 */
function card(entry, clock) {
	const { method, path, query, body, headers, key, at, fault, acted } = entry;
	return html`<details class="card request">
		<summary>
			<code>${method} ${path}</code>
			<span>${badge(entry)} ${fault && html`<span class="badge warn">fault: ${fault}</span>`}</span>
			<time class="quiet">${clock(at)}</time>
		</summary>
		<dl>
			<dt>Acted</dt>
			<dd>${acted ? 'yes' : 'no'}</dd>
			<dt>API key</dt>
			<dd>${key}</dd>
		</dl>
		<pre tabindex="0">${cut(JSON.stringify({ query, body, headers }, null, 2))}</pre>
	</details>`;
}

/** @param {JournalEntry} entry */
function badge(entry) {
	const colour = COLOURS[outcome(entry)];
	return html`<span class="badge ${colour}">${entry.status ?? 'no answer'}</span>`;
}

/**
 * Fifty requests with a hundred contacts each would make a heavy page.
 * @param {string} text
 */
function cut(text) {
	if (text.length <= MAX_SHOWN_CHARACTERS) return text;
	const rest = number(text.length - MAX_SHOWN_CHARACTERS);
	return `${text.slice(0, MAX_SHOWN_CHARACTERS)}\n\n${rest} more characters: all of it is at /_sandbox/journal`;
}

/** @param {string} origin */
function nothing(origin) {
	return html`<h1>Requests</h1>
		<p class="empty">
			No requests yet. What the API at <code>${origin}/v1</code> is asked shows up here.
		</p>`;
}

module.exports = { requests };
