const { DEFAULT_LIST } = require('../store/Store');
const { html } = require('./html');

/**
 * The form with a contact's subscriptions.
 * @param {import('../store/Store').StoredContact} contact
 * @param {Map<string, import('../store/Store').StoredList>} lists
 * @param {{ returnURL: string, isSaved: boolean }} visit
 */
function subscriptions({ email, subscribedToLists }, lists, { returnURL, isSaved }) {
	const boxes = [...lists.values()].map((list) => box(list, subscribedToLists.includes(list.name)));
	return portalPage(html`
		${isSaved && html`<p class="saved" role="status">Your subscriptions are saved.</p>`}
		<form method="post">
			<fieldset>
				<legend>Emails that <strong>${email}</strong> receives</legend>
				${boxes}
			</fieldset>
			<p class="actions">
				<button>Save</button>
				<a href="${returnURL}"
					>${isSaved ? 'Continue to' : 'Back without saving to'} ${siteOf(returnURL)}</a
				>
			</p>
		</form>
	`);
}

/**
 * @param {import('../store/Store').StoredList} list
 * @param {boolean} isSubscribed
 */
function box({ name, title }, isSubscribed) {
	const isFixed = name === DEFAULT_LIST;
	return html`<label>
		<input
			type="checkbox"
			name="list"
			value="${name}"
			${isSubscribed && html`checked`}
			${isFixed && html`disabled`}
		/>
		<span>${title} ${isFixed && html`<span class="quiet">cannot be turned off</span>`}</span>
	</label>`;
}

/**
 * A page that only says something.
 * @param {string} text
 * @param {string} [returnURL]
 */
function notice(text, returnURL) {
	return portalPage(html`
		<p>${text}</p>
		${returnURL && html`<p><a href="${returnURL}">Continue to ${siteOf(returnURL)}</a></p>`}
	`);
}

/** @param {import('./html').Html} content */
function portalPage(content) {
	return html`<main class="portal card">
		<h1>Your subscriptions</h1>
		${content}
	</main>`;
}

/** @param {string} url as a person would call the place */
function siteOf(url) {
	return new URL(url).host;
}

module.exports = { subscriptions, notice };
