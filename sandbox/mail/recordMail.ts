import MarkdownIt from 'markdown-it';
import type { Service } from '../createService';
import type { Mail } from '../store/Store';

/** The service's document, "Email-sending fields shared by several endpoints". */
export interface EmailContent {
	subject: string;
	body: string;
	/** Markdown by default. */
	bodyFormat?: 'markdown' | 'html';
	trackEmailOpens?: boolean | null;
	trackEmailLinkClicks?: boolean | null;
	delaySeconds?: number | null;
	delayUntilDate?: string | null;
}

/** Markdown may contain HTML. */
const markdown = new MarkdownIt({ html: true, linkify: true });

/** Contacts with this name before the `@`, or with a plus behind it, hard-bounce when they get an email. */
const BOUNCING = /(^|<)bounce(\+[^@]*)?@/i;

/** "Sends" one mail by storing it for the inbox. */
export function recordMail(
	{ store, now }: Service,
	content: EmailContent,
	envelope: Pick<Mail, 'kind' | 'to' | 'list'>,
) {
	const { subject, body, bodyFormat = 'markdown' } = content;
	const acceptedAt = new Date(now()).toISOString();
	store.addMail({
		...envelope,
		subject,
		body,
		bodyFormat,
		html: bodyFormat === 'html' ? body : markdown.render(body),
		acceptedAt,
		sendAt: sendAt(content, now()),
		trackEmailOpens: content.trackEmailOpens ?? null,
		trackEmailLinkClicks: content.trackEmailLinkClicks ?? null,
	});
	if (BOUNCING.test(envelope.to)) markBounced(store, envelope.to, acceptedAt);
}

function markBounced(store: Service['store'], to: string, hardBouncedAt: string) {
	const [, email = to] = /<(.*)>$/.exec(to) ?? [];
	const contact = store.findContact(email);
	if (contact) store.addContact({ ...contact, hardBouncedAt });
}

function sendAt({ delaySeconds, delayUntilDate }: EmailContent, now: number) {
	if (delaySeconds) return new Date(now + delaySeconds * 1000).toISOString();
	return delayUntilDate ? new Date(delayUntilDate).toISOString() : null;
}
