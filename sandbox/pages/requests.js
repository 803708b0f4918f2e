const { html } = require('./html');
const { slice } = require('./slice');

/** @typedef {import('../traffic/createJournalEntry').JournalEntry} JournalEntry */

const REQUESTS_ON_A_PAGE = 100;

/**
 * What the API was asked, newest first.
 * @param {import('../createService').Service} service
 * @param {unknown} query
 */
function requests({ journal }, query) {
	const { shown, pager } = slice([...journal].reverse(), query, REQUESTS_ON_A_PAGE);
	const empty = html`<p class="empty">No requests yet.</p>`;
	return html`<h1>Requests <span class="quiet">${journal.length}</span></h1>
		${shown.length > 0 ? shown.map(card) : empty} ${pager}`;
}

/** @param {JournalEntry} entry */
function card(entry) {
	const { method, path, query, body, headers, key, at, fault } = entry;
	return html`<details class="card">
		<summary>
			<code>${method} ${path}</code>
			${badge(entry)} ${fault && html`<span class="badge warn">fault: ${fault}</span>`}
			<span class="quiet">${(at / 1000).toFixed(3)} s</span>
		</summary>
		<dl>
			<dt>Acted</dt>
			<dd>${entry.acted ? 'yes' : 'no'}</dd>
			<dt>API key</dt>
			<dd>${key}</dd>
		</dl>
		<pre>${JSON.stringify({ query, body, headers }, null, 2)}</pre>
	</details>`;
}

/** @param {JournalEntry} entry */
function badge({ status }) {
	if (status === null) return html`<span class="badge bad">no answer</span>`;
	return html`<span class="badge ${status < 300 ? 'good' : 'bad'}">${status}</span>`;
}

module.exports = { requests };
