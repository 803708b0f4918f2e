import { Refusal } from '../Refusal';
import type { EmailContent } from './recordMail';

/** The document doesn't say which of the two wins, so a request with both is rejected. */
export function checkDelay({ delaySeconds, delayUntilDate }: EmailContent) {
	const hasSeconds = (delaySeconds ?? undefined) !== undefined;
	const hasDate = (delayUntilDate ?? undefined) !== undefined;
	if (hasSeconds && hasDate) {
		throw new Refusal(400, 'delaySeconds and delayUntilDate cannot both be given');
	}
}
