import { html, type Html } from './html';
import { number } from './number';
import type { Service } from '../createService';

/** The lists and the custom properties. */
export function lists({ store }: Service) {
	const listHead = html`<th scope="col">Title</th>
		<th scope="col">Name</th>
		<th scope="col" class="number">Subscribers</th>`;
	const listRows = [...store.lists.values()].map(
		({ name, title }) =>
			html`<th scope="row">${title}</th>
				<td><code>${name}</code></td>
				<td class="number">${number(store.subscribersOf(name).length)}</td>`,
	);
	const propertyHead = html`<th scope="col">Name</th>
		<th scope="col">Type</th>`;
	const propertyRows = [...store.propertyDefinitions].map(
		([name, type]) =>
			html`<th scope="row"><code>${name}</code></th>
				<td>${type}</td>`,
	);
	const hasProperties = propertyRows.length > 0;
	return html`<h1>Lists <small>${number(store.lists.size)}</small></h1>
		${table(listHead, listRows)}
		<h2>Custom properties</h2>
		${hasProperties && table(propertyHead, propertyRows)}
		${!hasProperties && html`<p class="empty">No custom properties.</p>`}`;
}

function table(head: Html, rows: Html[]) {
	return html`<table>
		<thead>
			<tr>
				${head}
			</tr>
		</thead>
		<tbody>
			${rows.map(
				(row) =>
					html`<tr>
						${row}
					</tr>`,
			)}
		</tbody>
	</table>`;
}
