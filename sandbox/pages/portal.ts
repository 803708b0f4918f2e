import { DEFAULT_LIST, type StoredContact, type StoredList } from '../store/Store';
import { html, type Html } from './html';

/** The form with a contact's subscriptions. */
export function subscriptions(
	{ email, subscribedToLists }: StoredContact,
	lists: Map<string, StoredList>,
	{ returnURL, isSaved }: { returnURL: string; isSaved: boolean },
) {
	const boxes = [...lists.values()].map((list) => box(list, subscribedToLists.includes(list.name)));
	return portalPage(html`
		${isSaved && html`<p class="good" role="status">✓ Your subscriptions are saved.</p>`}
		<form method="post">
			<fieldset>
				<legend>Emails that <strong>${email}</strong> receives</legend>
				${boxes}
			</fieldset>
			<p class="row">
				<button>Save</button>
				<a href="${returnURL}">${isSaved ? 'Continue to' : 'Back to'} ${siteOf(returnURL)}</a>
			</p>
		</form>
	`);
}

function box({ name, title }: StoredList, isSubscribed: boolean) {
	const isFixed = name === DEFAULT_LIST;
	return html`<label>
		<input
			type="checkbox"
			name="list"
			value="${name}"
			${isSubscribed && html`checked`}
			${isFixed && html`disabled`}
		/>
		<span>${title} ${isFixed && html`<small>cannot be turned off</small>`}</span>
	</label>`;
}

/**
 * The page behind the link in an email.
 *
 * @param title of the list
 */
export function unsubscribe(email: string, title: string, isSubscribed: boolean) {
	if (!isSubscribed) {
		return portalPage(
			html`<p class="good" role="status">
				✓ <strong>${email}</strong> gets no emails of the list <strong>${title}</strong>.
			</p>`,
		);
	}
	return portalPage(html`
		<p><strong>${email}</strong> gets emails of the list <strong>${title}</strong>.</p>
		<form method="post"><button>Unsubscribe</button></form>
	`);
}

/** A page that only says something. */
export function notice(text: string, returnURL?: string) {
	return portalPage(html`
		<p>${text}</p>
		${returnURL && html`<p><a href="${returnURL}">Continue to ${siteOf(returnURL)}</a></p>`}
	`);
}

function portalPage(content: Html) {
	return html`<main class="portal">
		<article>
			<h1>Your subscriptions</h1>
			${content}
		</article>
	</main>`;
}

/** @param url as a person would call the place */
function siteOf(url: string) {
	return new URL(url).host || url;
}
