const { DEFAULT_LIST } = require('../store/Store');
const { html } = require('./html');

/**
 * The form with a contact's subscriptions.
 * @param {import('../store/Store').StoredContact} contact
 * @param {Map<string, import('../store/Store').StoredList>} lists
 * @param {string} returnURL
 */
function subscriptions({ email, subscribedToLists }, lists, returnURL) {
	const boxes = [...lists.values()].map(({ name, title }) => {
		const checked = subscribedToLists.includes(name) && html`checked`;
		const disabled = name === DEFAULT_LIST && html`disabled`;
		return html`<label>
			<input type="checkbox" name="list" value="${name}" ${checked} ${disabled} />
			${title} ${disabled && html`<span class="quiet">always on</span>`}
		</label>`;
	});
	return html`<main class="portal">
		<h1>Your subscriptions</h1>
		<p>Emails to <strong>${email}</strong>:</p>
		<form method="post">
			${boxes}
			<button>Save</button>
		</form>
		<p><a href="${returnURL}">Back without saving</a></p>
	</main>`;
}

/**
 * A page that only says something.
 * @param {string} text
 * @param {string} [returnURL]
 */
function notice(text, returnURL) {
	return html`<main class="portal">
		<h1>Your subscriptions</h1>
		<p>${text}</p>
		${returnURL && html`<p><a href="${returnURL}">Back</a></p>`}
	</main>`;
}

module.exports = { subscriptions, notice };
