import { html } from './html';
import { number } from './number';
import type { Service } from '../createService';
import type { Store } from '../store/Store';

export function lists({ store }: Service) {
	const rows = [...store.lists.values()].map(
		({ name, title }) =>
			html`<tr>
				<th scope="row">${title}</th>
				<td><code>${name}</code></td>
				<td class="number">${number(store.subscribersOf(name).length)}</td>
			</tr>`,
	);
	return html`<h1>Lists <small>${number(store.lists.size)}</small></h1>
		<table>
			<thead>
				<tr>
					<th scope="col">Title</th>
					<th scope="col">Name</th>
					<th scope="col" class="number">Subscribers</th>
				</tr>
			</thead>
			<tbody>
				${rows}
			</tbody>
		</table>
		<h2 id="properties">Custom properties</h2>
		${store.propertyDefinitions.size > 0 ? properties(store) : html`<p class="empty">No custom properties.</p>`}`;
}

function properties({ propertyDefinitions }: Store) {
	const rows = [...propertyDefinitions].map(
		([name, type]) =>
			html`<tr>
				<th scope="row"><code>${name}</code></th>
				<td>${type}</td>
			</tr>`,
	);
	return html`<table aria-labelledby="properties">
		<thead>
			<tr>
				<th scope="col">Name</th>
				<th scope="col">Type</th>
			</tr>
		</thead>
		<tbody>
			${rows}
		</tbody>
	</table>`;
}
