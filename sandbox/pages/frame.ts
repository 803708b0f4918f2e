import { html, type Html } from './html';
import type { Service } from '../createService';

type Tab = 'Inbox' | 'Contacts' | 'Lists' | 'Requests';

const TABS: { path: string; label: Tab }[] = [
	{ path: '/', label: 'Inbox' },
	{ path: '/contacts', label: 'Contacts' },
	{ path: '/lists', label: 'Lists' },
	{ path: '/requests', label: 'Requests' },
];

const FOLDER = 'https://github.com/n8n-nodes-mailroom/n8n-nodes-mailroom/blob/main/docs/guides';

/** What a visitor can do next. */
const GUIDES = [
	{ page: 'first-newsletter', label: 'Send your first newsletter' },
	{ page: 'import', label: 'Import contacts' },
	{ page: 'approval', label: 'Ask for approval' },
	{ page: 'personalize', label: 'Greet readers by name' },
	{ page: 'never-twice', label: 'Send each email only once' },
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
	const guides = GUIDES.map(
		({ page, label }) => html`<li><a href="${FOLDER}/${page}.md">${label}</a></li> `,
	);
	return html`<a class="skip" href="#content">Skip to the content</a>
		<header>
			<p class="brand">Mailroom sandbox</p>
			<nav aria-label="Sandbox">${tabs}</nav>
			<span class="quiet">Base URL <code>${origin}/v1</code></span>
			<span class="quiet">API key <code>${keys[0]}</code></span>
		</header>
		<main id="content" tabindex="-1">${content}</main>
		<footer>
			<p>No email leaves this machine.</p>
			<nav aria-label="Guides">
				<ul>
					${guides}
				</ul>
			</nav>
		</footer>`;
}
