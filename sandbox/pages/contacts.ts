import { contactFields } from '../endpoints/contacts/contactFields';
import { html } from './html';
import { number } from './number';
import { slice } from './slice';
import { time } from './time';
import type { StoredContact } from '../store/Store';
import type { Service } from '../createService';
import type { Query } from './frame';

const CONTACTS_ON_A_PAGE = 50;

/**
 * The contacts with their lists and custom properties, newest first.
 * @param query q: only those that have this text somewhere
 */
export function contacts({ store }: Service, { page, q }: Query) {
	if (store.contacts.size === 0) return nothing;
	const wanted = typeof q === 'string' ? q.trim() : '';
	const found = [...store.contacts.values()].reverse().filter((contact) => has(contact, wanted));
	const { shown, pager } = slice(found, {
		path: '/contacts',
		query: wanted ? { q: wanted } : {},
		page,
		size: CONTACTS_ON_A_PAGE,
	});
	const all = number(store.contacts.size);
	const count = wanted ? `${number(found.length)} of ${all}` : all;
	const cards = html`<ul class="cards">
		${shown.map(card)}
	</ul>`;
	const none = html`<p class="empty">
		No contact matches “${wanted}”. <a href="/contacts">All contacts</a>
	</p>`;
	return html`<h1>Contacts <span class="quiet">${count}</span></h1>
		${search(wanted)} ${shown.length > 0 ? cards : none} ${pager}`;
}

const nothing = html`<h1>Contacts <span class="quiet">0</span></h1>
	<p class="empty">No contacts yet. Contacts created through the API appear here.</p>`;

function search(wanted: string) {
	return html`<form class="search" role="search" action="/contacts">
		<label for="q">Address, name, list or property</label>
		<input id="q" type="search" name="q" value="${wanted}" />
		<button>Search</button>
	</form>`;
}

function has(contact: StoredContact, wanted: string) {
	const { email, name, userId, subscribedToLists, customProperties } = contact;
	const texts = [email, name, userId, ...subscribedToLists, ...Object.values(customProperties)];
	const lowerCase = wanted.toLowerCase();
	return texts.some((text) =>
		String(text ?? '')
			.toLowerCase()
			.includes(lowerCase),
	);
}

function card(contact: StoredContact) {
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

function details({
	userId,
	languageCode,
	avatarUrl,
	customProperties,
}: ReturnType<typeof contactFields>) {
	const rows = [
		['User ID', userId],
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
