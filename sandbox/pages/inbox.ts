import { isScheduled } from '../mail/isScheduled';
import { html } from './html';
import { mail as whole } from './mail';
import { number } from './number';
import { slice } from './slice';
import { time } from './time';
import type { Mail } from '../store/Store';
import type { Service } from '../createService';

const MAILS_ON_A_PAGE = 25;

const nothing = html`<h1>Inbox</h1>
	<p class="empty">
		No emails yet. <a href="/docs/guides/first-newsletter.md">Send your first newsletter</a>
	</p>`;

/**
 * The mails, newest first, and one of them opened: beside the others where there is room, else in their place.
 * @param view the page with the mail that is opened, when there is one, else the page asked for
 */
export function inbox(
	{ store, now }: Service,
	{ page: asked, open }: { page?: unknown; open?: Mail },
) {
	if (store.mails.length === 0) return nothing;
	const mails = [...store.mails].reverse();
	const { page, shown, pager } = slice(mails, {
		path: '/',
		page: open ? Math.floor(mails.indexOf(open) / MAILS_ON_A_PAGE) + 1 : asked,
		size: MAILS_ON_A_PAGE,
	});
	const opened = open ?? shown[0];
	const rows = shown.map((mail) => row(mail, { now: now(), isOpen: mail === opened }));
	return html`<h1>Inbox <small>${number(mails.length)}</small></h1>
		<div class="inbox ${open && 'one'}">
			<section class="mails" aria-label="Emails">${rows} ${pager}</section>
			<article aria-label="Selected email">
				<div class="row back"><a href="/?page=${page}#${placeOf(opened)}">All emails</a></div>
				${whole(opened, now())}
			</article>
		</div>`;
}

function row(mail: Mail, { now, isOpen }: { now: number; isOpen: boolean }) {
	const place = placeOf(mail);
	return html`<a href="/mails/${mail.id}#${place}" ${isOpen && html`aria-current="true"`}>
		<strong id="${place}">${mail.subject || '(no subject)'}</strong>
		<span>${mail.to}</span>
		<small>${moment(mail, now)}${mail.list && html`, ${mail.list}`}</small>
	</a>`;
}

/** When an email was sent, or will be. */
function moment(mail: Mail, now: number) {
	const { acceptedAt, sendAt } = mail;
	return sendAt !== null && isScheduled(mail, now)
		? html`<span class="warn">scheduled for ${time(sendAt)}</span>`
		: time(acceptedAt);
}

/** Where a mail is on its page of the inbox. */
const placeOf = ({ id }: Mail) => `mail-${id}`;
