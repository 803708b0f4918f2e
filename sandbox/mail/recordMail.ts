import MarkdownIt from 'markdown-it';
import { unsubscribeAddress, withUnsubscribeLink } from './unsubscribeLink';
import type { Service } from '../createService';
import type { Mail, Store } from '../store/Store';

/** The service's document, "Email-sending fields shared by several endpoints". */
export interface EmailContent {
	subject: string;
	body: string;
	bodyFormat: 'markdown' | 'html';
	trackEmailOpens?: boolean | null;
	trackEmailLinkClicks?: boolean | null;
	delaySeconds?: number | null;
	delayUntilDate?: string | null;
}

type Envelope = Pick<Mail, 'kind' | 'to' | 'list' | 'unsubscribeToken'>;

/** Markdown may contain HTML. */
const markdown = new MarkdownIt({ html: true, linkify: true });

/** Contacts with this name before the `@`, or with a plus behind it, hard-bounce when they get an email. */
const BOUNCING = /(^|<)bounce(\+[^@]*)?@/i;

/**
 * "Sends" one mail by storing it for the inbox. A contact whose address has bounced gets nothing until the bounce is reset
 * (the service's documentation, "Find a contact").
 */
export function recordMail(service: Service, content: EmailContent, envelope: Envelope) {
	const { store, now } = service;
	const contact = contactOf(store, envelope.to);
	if (contact?.hardBouncedAt) return;
	const { subject, body, bodyFormat } = content;
	const acceptedAt = new Date(now()).toISOString();
	store.addMail({
		...envelope,
		subject,
		body,
		bodyFormat,
		html: shownBody(service, content, envelope),
		acceptedAt,
		sendAt: sendAt(content, now()),
		trackEmailOpens: content.trackEmailOpens ?? null,
		trackEmailLinkClicks: content.trackEmailLinkClicks ?? null,
	});
	if (contact && BOUNCING.test(envelope.to))
		store.addContact({ ...contact, hardBouncedAt: acceptedAt });
}

/** @param to an address, perhaps with a name before it */
function contactOf(store: Store, to: string) {
	const [, email = to] = /<(.*)>$/.exec(to) ?? [];
	return store.findContact(email);
}

function shownBody(
	service: Service,
	{ body, bodyFormat }: EmailContent,
	{ list, unsubscribeToken }: Envelope,
) {
	const shown = bodyFormat === 'html' ? body : markdown.render(body);
	if (list === null || unsubscribeToken === null) return shown;
	const url = unsubscribeAddress(service, unsubscribeToken);
	return withUnsubscribeLink(shown, { url, list, store: service.store });
}

function sendAt({ delaySeconds, delayUntilDate }: EmailContent, now: number) {
	if (delaySeconds) return new Date(now + delaySeconds * 1000).toISOString();
	return delayUntilDate ? new Date(delayUntilDate).toISOString() : null;
}
