import { html, type Html } from './html';
import { number } from './number';
import type { Service } from '../createService';
import type { PropertyType } from '../store/Store';

export interface PropertyForm {
	/** The property that was just defined. */
	defined?: string;
	/** Shown again if it was not accepted. */
	name?: string;
	type?: string;
	/** The reason. */
	refusal?: string;
}

export const PROPERTIES_PATH = '/lists/properties';
export const MAX_NAME_LENGTH = 100;

/** As the page calls them. */
export const TYPES: Record<PropertyType, string> = { string: 'Text', number: 'Number' };

/**
 * The lists and the custom properties, with a form to define one.
 * @param form what the visitor has just defined or tried to define
 */
export function lists({ store }: Service, form: PropertyForm = {}) {
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
				<td>${TYPES[type]}</td>`,
	);
	const hasProperties = propertyRows.length > 0;
	return html`<h1>Lists <small>${number(store.lists.size)}</small></h1>
		${table(listHead, listRows)}
		<h2>Custom properties</h2>
		${hasProperties && table(propertyHead, propertyRows)}
		${!hasProperties && html`<p class="empty">No custom properties.</p>`} ${propertyForm(form)}`;
}

/** The service's contacts take only custom properties that its dashboard defines. This page stands in for the dashboard. */
function propertyForm({ defined, name = '', type, refusal }: PropertyForm) {
	const options = Object.entries(TYPES).map(
		([value, label]) =>
			html`<option value="${value}" ${value === type && html`selected`}>${label}</option>`,
	);
	return html`<form method="post" action="${PROPERTIES_PATH}#define" id="define">
		<h3>Define a custom property</h3>
		${defined && html`<p class="good" role="status">✓ <code>${defined}</code> is defined.</p>`}
		${refusal && html`<p class="bad" role="alert">${refusal}</p>`}
		<div class="fields">
			<label>
				Name
				<input name="name" value="${name}" maxlength="${MAX_NAME_LENGTH}" required />
			</label>
			<label
				>Type
				<select name="type">
					${options}
				</select></label
			>
			<button>Define</button>
		</div>
	</form>`;
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
