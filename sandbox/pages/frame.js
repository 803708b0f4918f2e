const { html } = require('./html');

const TABS = [
	{ path: '/', label: 'Inbox' },
	{ path: '/contacts', label: 'Contacts' },
	{ path: '/lists', label: 'Lists' },
	{ path: '/requests', label: 'Requests' },
];

/**
 * What the pages for developers have around their content.
 * @param {string} path of the page
 * @param {import('./html').Html} content
 */
function frame(path, content) {
	const tabs = TABS.map((tab) =>
		tab.path === path
			? html`<a href="${tab.path}" aria-current="page">${tab.label}</a>`
			: html`<a href="${tab.path}">${tab.label}</a>`,
	);
	return html`<header>
			<p class="brand">Mailroom sandbox</p>
			<nav>${tabs}</nav>
		</header>
		<main>${content}</main>
		<footer>Nothing here leaves this machine.</footer>`;
}

module.exports = { frame };
