const { html } = require('./html');

/**
 * @typedef {Record<string, unknown>} Query
 * @typedef {'Inbox' | 'Contacts' | 'Lists' | 'Requests'} Tab
 */

/** @type {{ path: string, label: Tab }[]} */
const TABS = [
	{ path: '/', label: 'Inbox' },
	{ path: '/contacts', label: 'Contacts' },
	{ path: '/lists', label: 'Lists' },
	{ path: '/requests', label: 'Requests' },
];

/**
 * What the pages for developers have around their content.
 * @param {{ tab: Tab, query: Query }} place where the visitor is
 * @param {import('./html').Html} content
 */
function frame({ tab, query }, content) {
	const tabs = TABS.map(
		({ path, label }) =>
			html`<a href="${path}" ${label === tab && html`aria-current="page"`}>${label}</a> `,
	);
	return html`<a class="skip" href="#content">Skip to the content</a>
		<header>
			<p class="brand">Mailroom sandbox</p>
			<nav aria-label="Sandbox">${tabs}</nav>
			${refreshing(query)}
		</header>
		<main id="content" tabindex="-1">${content}</main>
		<footer>No email leaves this machine.</footer>`;
}

/** @param {Query} query */
function refreshing({ live, ...query }) {
	const again = html`<a href="">Refresh</a>`;
	const change = isLive({ live })
		? html`<a href="${address(query)}">Stop refreshing</a>`
		: html`<a href="${address({ ...query, live: 'on' })}">Keep refreshing</a>`;
	return html`<p class="refresh">${again} ${change}</p>`;
}

/**
 * Whether the page is to reload itself, which visitors have to ask for: it would take the focus from who uses the keyboard.
 * @param {Query} query
 */
function isLive({ live }) {
	return live === 'on';
}

/** @param {Query} query */
function address(query) {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) parameters.append(name, String(value));
	return `?${parameters}`;
}

module.exports = { frame, isLive };
