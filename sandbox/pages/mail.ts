import { isScheduled } from '../mail/isScheduled';
import { html } from './html';
import { MAIL_SANDBOX } from './sendMailBody';
import { time } from './time';
import type { Mail } from '../store/Store';

/**
 * One mail, as it came.
 * @param now ms since 1970
 */
export function mail(content: Mail, now: number) {
	const { id, subject, to, list, acceptedAt, sendAt, bodyFormat, body } = content;
	return html`<h2>${subject || '(no subject)'}</h2>
		<dl>
			<dt>To</dt>
			<dd>${to}</dd>
			${
				list !== null &&
				html`<dt>List</dt>
					<dd>${list}</dd>`
			}
			<dt>${isScheduled(content, now) ? 'Scheduled for' : 'Sent'}</dt>
			<dd>${time(sendAt ?? acceptedAt)}</dd>
			<dt>Tracking</dt>
			<dd>${trackings(content)}</dd>
		</dl>
		<iframe title="Body of the email" sandbox="${MAIL_SANDBOX}" src="/mails/${id}/body"></iframe>
		<p>
			<small>Scripts and remote content are blocked.</small>
			<a href="/mails/${id}/body">Open the body only</a>
		</p>
		<details>
			<summary>Source (${bodyFormat})</summary>
			<pre tabindex="0"><code>${body}</code></pre>
		</details>`;
}

function trackings({ trackEmailOpens: opens, trackEmailLinkClicks: clicks }: Mail) {
	if (opens === null && clicks === null) return tracking(null);
	return `opens: ${tracking(opens)}, clicks: ${tracking(clicks)}`;
}

function tracking(flag: boolean | null) {
	if (flag === null) return 'as set in the project';
	return flag ? 'on' : 'off';
}
