const { contactFields } = require('../endpoints/contacts/contactFields');
const { html } = require('./html');
const { slice } = require('./slice');
const { time } = require('./time');

/** @typedef {import('../store/Store').StoredContact} StoredContact */

const CONTACTS_ON_A_PAGE = 50;

/**
 * The contacts with their lists and custom properties.
 * @param {import('../createService').Service} service
 * @param {unknown} query
 */
function contacts({ store }, query) {
	const { shown, pager } = slice([...store.contacts.values()], query, CONTACTS_ON_A_PAGE);
	const empty = html`<p class="empty">No contacts yet.</p>`;
	return html`<h1>Contacts <span class="quiet">${store.contacts.size}</span></h1>
		${shown.length > 0 ? shown.map(card) : empty} ${pager}`;
}

/** @param {StoredContact} contact */
function card(contact) {
	const { email, name, userId, languageCode, hardBouncedAt } = contactFields(contact);
	return html`<section class="card">
		<h2>${name ?? email}</h2>
		<p>${name !== null && html`<span class="quiet">${email}</span>`}</p>
		<p>${contact.subscribedToLists.map((list) => html`<span class="badge">${list}</span> `)}</p>
		<dl>
			${row('User id', userId)} ${row('Language', languageCode)}
			${hardBouncedAt !== null && row('Hard-bounced', time(hardBouncedAt))}
			${Object.entries(contact.customProperties).map(([key, value]) => row(key, value))}
		</dl>
	</section>`;
}

/**
 * @param {string} label
 * @param {unknown} value
 */
function row(label, value) {
	return (
		value !== null &&
		html`<dt>${label}</dt>
			<dd>${value}</dd>`
	);
}

module.exports = { contacts };
