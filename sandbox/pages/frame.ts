import { html, type Html } from './html';
import type { Service } from '../createService';

type Tab = 'Inbox' | 'Contacts' | 'Lists' | 'Requests';

const TABS: { path: string; label: Tab }[] = [
	{ path: '/', label: 'Inbox' },
	{ path: '/contacts', label: 'Contacts' },
	{ path: '/lists', label: 'Lists' },
	{ path: '/requests', label: 'Requests' },
];

/**
 * What the pages for developers have around their content.
 * @param tab where the visitor is
 */
export function frame({ origin, keys }: Service, tab: Tab, content: Html) {
	const tabs = TABS.map(
		({ path, label }) =>
			html`<a href="${path}" ${label === tab && html`aria-current="page"`}>${label}</a> `,
	);
	return html`<a class="skip" href="#content">Skip to the content</a>
		<header>
			<p class="brand">Mailroom sandbox</p>
			<nav aria-label="Sandbox">${tabs}</nav>
			<span class="quiet">Base URL <code>${origin}/v1</code></span>
			<span class="quiet">API key <code>${keys[0]}</code></span>
		</header>
		<main id="content" tabindex="-1">${content}</main>
		<footer>No email leaves this machine.</footer>`;
}
