const { html } = require('./html');

/** @param {import('../createService').Service} service */
function lists({ store }) {
	const rows = [...store.lists.values()].map(
		({ name, title }) =>
			html`<tr>
				<td>${title}</td>
				<td><code>${name}</code></td>
				<td class="number">${store.subscribersOf(name).length}</td>
			</tr>`,
	);
	const properties = [...store.propertyDefinitions].map(
		([name, type]) =>
			html`<tr>
				<td><code>${name}</code></td>
				<td>${type}</td>
			</tr>`,
	);
	return html`<h1>Lists</h1>
		<table>
			<tr>
				<th>Title</th>
				<th>Name</th>
				<th class="number">Subscribers</th>
			</tr>
			${rows}
		</table>
		<h2>Custom properties that are defined</h2>
		<table>
			<tr>
				<th>Name</th>
				<th>Type</th>
			</tr>
			${properties}
		</table>`;
}

module.exports = { lists };
