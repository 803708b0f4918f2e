import { html, type Html } from './html';
import type { Service } from '../createService';

type Tab = 'Inbox' | 'Contacts' | 'Lists' | 'Requests' | 'Settings' | 'Guides';

const TABS: { path: string; label: Tab }[] = [
	{ path: '/', label: 'Inbox' },
	{ path: '/contacts', label: 'Contacts' },
	{ path: '/lists', label: 'Lists' },
	{ path: '/requests', label: 'Requests' },
	{ path: '/settings', label: 'Settings' },
	{ path: '/README.md', label: 'Guides' },
];

/** Guides to go on with. */
const GUIDES = [
	{ page: 'connect', label: 'Connect your service' },
	{ page: 'first-newsletter', label: 'Send your first newsletter' },
	{ page: 'sign-up-form', label: 'Make a sign-up form' },
	{ page: 'import', label: 'Import contacts' },
	{ page: 'receipts', label: 'Send a receipt for each order' },
	{ page: 'approval', label: 'Ask for approval' },
	{ page: 'emails-by-date', label: 'Send emails by date' },
	{ page: 'table-and-list', label: 'Keep a table and a list the same' },
	{ page: 'personalize', label: 'Greet people by name' },
	{ page: 'never-twice', label: 'Send each email only once' },
];

/**
 * Puts a page for n8n's users into its frame.
 * @param tab where the visitor is
 */
export function frame({ origin, keys }: Service, tab: Tab, page: { title: string; content: Html }) {
	const tabs = TABS.map(
		({ path, label }) =>
			html`<li><a href="${path}" ${label === tab && html`aria-current="page"`}>${label}</a></li>`,
	);
	const guides = GUIDES.map(
		({ page, label }) => html`<li><a href="/docs/guides/${page}.md">${label}</a></li>`,
	);
	const content = html`<a class="skip" href="#content">Skip to the content</a>
		<header>
			<nav aria-label="Sandbox">
				<ul class="row">
					<li><strong>Mailroom sandbox</strong></li>
					${tabs}
				</ul>
			</nav>
			<small>
				Credential in n8n: Base URL <code>${origin}/v1</code>, API key <code>${keys[0]}</code>
			</small>
		</header>
		<main id="content">${page.content}</main>
		<footer>
			<small>No email leaves this machine.</small>
			<nav aria-label="Guides">
				<ul class="row">
					${guides}
				</ul>
			</nav>
		</footer>`;
	return { title: `${page.title} - Mailroom sandbox`, content };
}
