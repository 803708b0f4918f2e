import { html, type Html } from './html';

export type Query = Record<string, unknown>;

type Tab = 'Inbox' | 'Contacts' | 'Lists' | 'Requests';

const TABS: { path: string; label: Tab }[] = [
	{ path: '/', label: 'Inbox' },
	{ path: '/contacts', label: 'Contacts' },
	{ path: '/lists', label: 'Lists' },
	{ path: '/requests', label: 'Requests' },
];

/**
 * What the pages for developers have around their content.
 * @param place where the visitor is
 */
export function frame({ tab, query }: { tab: Tab; query: Query }, content: Html) {
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

function refreshing({ live, ...query }: Query) {
	const again = html`<a href="">Refresh</a>`;
	const change = isLive({ live })
		? html`<a href="${address(query)}">Stop refreshing</a>`
		: html`<a href="${address({ ...query, live: 'on' })}">Keep refreshing</a>`;
	return html`<p class="refresh">${again} ${change}</p>`;
}

/**
 * Whether the page is to reload itself, which visitors have to ask for: it would take the focus from who uses the
 * keyboard.
 */
export function isLive({ live }: Query) {
	return live === 'on';
}

function address(query: Query) {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(query)) parameters.append(name, String(value));
	return `?${parameters}`;
}
