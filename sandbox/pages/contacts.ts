import { contactFields } from '../endpoints/contacts/contactFields';
import { ownFields } from '../store/ownFields';
import { html } from './html';
import { number } from './number';
import { slice } from './slice';
import { time } from './time';
import type { StoredContact } from '../store/Store';
import type { Service } from '../createService';
import type { PageQuery } from './slice';

/** Where a bounce is reset, as in the service's dashboard. */
export const RESET_PATH = '/contacts/reset-bounce';

const CONTACTS_ON_A_PAGE = 50;

/** The contacts with their lists and custom properties, newest first. */
export function contacts({ store }: Service, { page }: PageQuery) {
	if (store.contacts.size === 0) return nothing;
	const { shown, pager } = slice([...store.contacts.values()].reverse(), {
		path: '/contacts',
		page,
		size: CONTACTS_ON_A_PAGE,
	});
	return html`<h1>Contacts <small>${number(store.contacts.size)}</small></h1>
		<div class="cards">${shown.map(card)}</div>
		${pager}`;
}

const nothing = html`<h1>Contacts <small>0</small></h1>
	<p class="empty">No contacts yet. Contacts created through the API appear here.</p>`;

function card(contact: StoredContact) {
	const shown = contactFields(contact);
	const { email, name, hardBouncedAt } = shown;
	return html`<article>
		<h2>${name ?? email}</h2>
		${name !== null && html`<p>${email}</p>`}
		${
			hardBouncedAt !== null &&
			html`<p><span class="badge bad">hard-bounced</span> ${time(hardBouncedAt)}</p>`
		}
		<p>${contact.subscribedToLists.map((list) => html`<span class="badge">${list}</span> `)}</p>
		${details(shown)} ${hardBouncedAt !== null && resetForm(email)}
	</article>`;
}

/** The service sends nothing to a contact that has bounced, until somebody resets that in its dashboard. */
function resetForm(email: string) {
	return html`<form method="post" action="${RESET_PATH}">
		<small>Gets no emails until you reset the bounce.</small>
		<button class="small outline secondary" name="email" value="${email}">Reset bounce</button>
	</form>`;
}

function details(contact: ReturnType<typeof contactFields>) {
	const rows = [
		...ownFields.flatMap(({ name, label }) =>
			label === undefined ? [] : [[label, contact[name]]],
		),
		...Object.entries(contact.customProperties),
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
