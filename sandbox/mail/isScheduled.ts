import type { Mail } from '../store/Store';

/**
 * Whether a mail still waits for its time. No timer runs, so callers check when they show a mail.
 * @param now ms since 1970
 */
export function isScheduled({ sendAt }: Mail, now: number) {
	return sendAt !== null && Date.parse(sendAt) > now;
}
