import { Refusal } from '../Refusal';
import type { EmailContent } from './recordMail';

/** Which of the two would win is not shown in the document, so asking for both is refused. */
export function checkDelay({ delaySeconds, delayUntilDate }: EmailContent) {
	const hasSeconds = (delaySeconds ?? undefined) !== undefined;
	const hasDate = (delayUntilDate ?? undefined) !== undefined;
	if (hasSeconds && hasDate) {
		throw new Refusal(400, 'delaySeconds and delayUntilDate cannot both be given');
	}
}
