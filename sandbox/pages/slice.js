const { html } = require('./html');

/**
 * The part of a long list that one page shows, and the links to the rest.
 * @template T
 * @param {T[]} items in the order shown
 * @param {unknown} query of the request; its `page` counts from 1
 * @param {number} size items on a page
 */
function slice(items, query, size) {
	const last = Math.max(1, Math.ceil(items.length / size));
	const asked = Number(/** @type {{ page?: string }} */ (query).page);
	const page = Number.isInteger(asked) ? Math.min(Math.max(asked, 1), last) : 1;
	const links = html`<p class="pager">
		${page > 1 && html`<a href="?page=${page - 1}">Back</a>`}
		<span>Page ${page} of ${last}</span>
		${page < last && html`<a href="?page=${page + 1}">Next</a>`}
	</p>`;
	return { shown: items.slice((page - 1) * size, page * size), pager: last > 1 && links };
}

module.exports = { slice };
