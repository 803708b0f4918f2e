import { renderMarkdown } from './renderMarkdown';
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

/** "Sends" one mail: puts it into the store, where the inbox shows it. */
export function recordMail(
	{ store, now }: Service,
	content: EmailContent,
	envelope: Pick<Mail, 'kind' | 'to' | 'list'>,
) {
	const { subject, body, bodyFormat = 'markdown' } = content;
	store.addMail({
		...envelope,
		subject,
		body,
		bodyFormat,
		html: bodyFormat === 'html' ? body : renderMarkdown(body),
		acceptedAt: new Date(now()).toISOString(),
		sendAt: sendAt(content, now()),
		trackEmailOpens: content.trackEmailOpens ?? null,
		trackEmailLinkClicks: content.trackEmailLinkClicks ?? null,
	});
}

function sendAt({ delaySeconds, delayUntilDate }: EmailContent, now: number) {
	if (delaySeconds) return new Date(now + delaySeconds * 1000).toISOString();
	return delayUntilDate ? new Date(delayUntilDate).toISOString() : null;
}
