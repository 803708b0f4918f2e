const { contactFields } = require('../endpoints/contacts/contactFields');
const { html } = require('./html');
const { number } = require('./number');
const { slice } = require('./slice');
const { time } = require('./time');

/** @typedef {import('../store/Store').StoredContact} StoredContact */

const CONTACTS_ON_A_PAGE = 50;

/**
 * The contacts with their lists and custom properties.
 * @param {import('../createService').Service} service
 * @param {import('./frame').Query} query
 */
function contacts({ store }, { page }) {
	const { shown, pager } = slice([...store.contacts.values()], {
		path: '/contacts',
		page,
		size: CONTACTS_ON_A_PAGE,
	});
	const cards = html`<ul class="cards">
		${shown.map(card)}
	</ul>`;
	const empty = html`<p class="empty">
		No contacts yet. Those that the API is asked to create show up here.
	</p>`;
	return html`<h1>Contacts <span class="quiet">${number(store.contacts.size)}</span></h1>
		${shown.length > 0 ? cards : empty} ${pager}`;
}

/** @param {StoredContact} contact */
function card(contact) {
	const fields = contactFields(contact);
	const { email, name, hardBouncedAt } = fields;
	return html`<li class="card">
		<h2>${name ?? email}</h2>
		${name !== null && html`<p>${email}</p>`}
		${
			hardBouncedAt !== null &&
			html`<p><span class="badge bad">hard-bounced</span> ${time(hardBouncedAt)}</p>`
		}
		<p>${contact.subscribedToLists.map((list) => html`<span class="badge">${list}</span> `)}</p>
		${details(fields)}
	</li> `;
}

/** @param {ReturnType<typeof contactFields>} fields */
function details({ userId, languageCode, avatarUrl, customProperties }) {
	const rows = [
		['User id', userId],
		['Language', languageCode],
		['Avatar', avatarUrl],
		...Object.entries(customProperties),
	].filter(([, value]) => value !== null);
	return (
		rows.length > 0 &&
		html`<dl>
			${rows.map(
				([label, value]) =>
					html`<dt>${label}</dt>
						<dd>${value}</dd>`,
			)}
		</dl>`
	);
}

module.exports = { contacts };
