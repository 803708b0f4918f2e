import { html } from './html';
import { number } from './number';

/** Of an address. */
export interface PageQuery {
	/** From 1. */
	page?: unknown;
}

/**
 * The part of a long list that one page shows, and the links to the rest.
 * @param items in the order shown
 * @param view where the pages are; which one, from 1; items on a page
 */
export function slice<T>(
	items: T[],
	{ path, page: asked, size }: PageQuery & { path: string; size: number },
) {
	const last = Math.max(1, Math.ceil(items.length / size));
	const page = Math.min(Math.max(Math.trunc(Number(asked)) || 1, 1), last);
	const address = (to: number) => `${path}?page=${to}`;
	const pager = html`<nav class="row" aria-label="Pages">
		${page > 1 && html`<a href="${address(page - 1)}" rel="prev">Previous</a>`}
		<span>Page ${number(page)} of ${number(last)}</span>
		${page < last && html`<a href="${address(page + 1)}" rel="next">Next</a>`}
	</nav>`;
	return { page, shown: items.slice((page - 1) * size, page * size), pager: last > 1 && pager };
}
