import { contactFields } from '../endpoints/contacts/contactFields';
import { html } from './html';
import { number } from './number';
import { slice } from './slice';
import { time } from './time';
import type { StoredContact } from '../store/Store';
import type { Service } from '../createService';
import type { Query } from './frame';

const CONTACTS_ON_A_PAGE = 50;

/** The contacts with their lists and custom properties. */
export function contacts({ store }: Service, { page }: Query) {
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
