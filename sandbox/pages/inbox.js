const { isScheduled } = require('../mail/isScheduled');
const { html } = require('./html');
const { slice } = require('./slice');
const { time } = require('./time');

/** @typedef {import('../store/Store').Mail} Mail */

const MAILS_ON_A_PAGE = 20;

/** For the document of a mail. It may look like anything, but do nothing and load nothing. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const MAIL_STYLE =
	'body{font:16px/1.5 system-ui,sans-serif;margin:16px;color:#1c1e21;background:#fff;' +
	'overflow-wrap:anywhere}img{max-width:100%}';

/**
 * The mails, newest first; the newest is open.
 * @param {import('../createService').Service} service
 * @param {unknown} query
 */
function inbox({ store, now }, query) {
	const { shown, pager } = slice([...store.mails].reverse(), query, MAILS_ON_A_PAGE);
	const mails = shown.map((mail, index) => card(mail, { now: now(), open: index === 0 }));
	const empty = html`<p class="empty">
		No mail yet. What the API is asked to send shows up here.
	</p>`;
	return html`<h1>Inbox</h1>
		${mails.length > 0 ? mails : empty} ${pager}`;
}

/**
 * @param {Mail} mail
 * @param {{ now: number, open: boolean }} view
 */
function card(mail, { now, open }) {
	return html`<details class="card" ${open && html`open`}>
		<summary>
			<strong>${mail.subject}</strong>
			${badge(mail, now)}
			<span class="quiet">to ${mail.to}</span>
			<span class="quiet">${mail.list ?? 'no list'}, ${time(mail.acceptedAt)}</span>
		</summary>
		<dl>
			${
				mail.sendAt !== null &&
				html`<dt>${isScheduled(mail, now) ? 'Will be sent' : 'Sent'}</dt>
					<dd>${time(mail.sendAt)}</dd>`
			}
			<dt>Tracking</dt>
			<dd>
				opens: ${tracking(mail.trackEmailOpens)}, clicks: ${tracking(mail.trackEmailLinkClicks)}
			</dd>
		</dl>
		<iframe
			title="Body of the mail"
			sandbox=""
			loading="lazy"
			srcdoc="${mailDocument(mail.html)}"
		></iframe>
	</details>`;
}

/**
 * @param {Mail} mail
 * @param {number} now
 */
function badge(mail, now) {
	return isScheduled(mail, now)
		? html`<span class="badge warn">scheduled</span>`
		: html`<span class="badge good">sent</span>`;
}

/** @param {boolean | null} flag */
function tracking(flag) {
	if (flag === null) return 'as the project says';
	return flag ? 'on' : 'off';
}

/** @param {string} body HTML that anybody may have written; the frame that shows it is sandboxed */
function mailDocument(body) {
	return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${MAIL_POLICY}"><style>${MAIL_STYLE}</style>${body}`;
}

module.exports = { inbox };
