import { html, type Html } from '../pages/html';
import { DEFAULT_LIST, type Store } from '../store/Store';

/** Where a recipient leaves a list. The last part of the address is the token of the mail. */
export const UNSUBSCRIBE_PATH = '/unsubscribe';

export const unsubscribeAddress = ({ origin }: { origin: string }, token: string) =>
	`${origin}${UNSUBSCRIBE_PATH}/${token}`;

/** Nobody can leave the list that contains all contacts. */
export const canBeLeft = (list: string) => list !== DEFAULT_LIST;

/**
 * The end of an email to a list. The author of the email may have put the link in, with the tag `unsubscribeURL`.
 *
 * @param body of the email, as HTML
 * @returns the body with a link in any case
 */
export function withUnsubscribeLink(
	body: string,
	{ url, list, store }: { url: string; list: string; store: Store },
) {
	if (body.includes(url)) return body;
	const end = footer(url, { list, store }).text;
	return body.replace(/<\/body>|$/i, (closing) => end + closing);
}

function footer(url: string, { list, store }: { list: string; store: Store }): Html {
	const { name, address } = store.company;
	const title = store.lists.get(list)?.title ?? list;
	return html`<hr />
		<p>
			<small
				>${[name, address].filter(Boolean).join(', ')}<br />
				You receive this email because you are on the list ${title}.
				<a href="${url}">Unsubscribe</a></small
			>
		</p>`;
}
