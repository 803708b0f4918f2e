import { failedBy } from '../run/failedBy';
import { RETRY_ADVICE, shortened } from '../wording';
import type { Failed, Outcome } from '../transport/Outcome';
import type { Refusal } from './ClaimAnswer';
import { KEY_OF_OTHER_EMAIL } from './oneEmailPerKey';
import { IF_IN_DOUBT, SEND_ONCE_KEY, type SendOnce } from './options';

const MAX_DETAIL_LENGTH = 200;

const IN_DOUBT: Failed = {
	kind: 'inDoubt',
	problem: 'This email may or may not have been sent already, by an earlier run or an earlier item',
	advice: `Look in the service's dashboard. If it arrived, set "${IF_IN_DOUBT}" to "Skip", otherwise to "Send", and run the workflow again with the same ${SEND_ONCE_KEY}. Then choose "Fail" again.`,
	scope: 'request',
	isBeforeRequest: true,
};

const BEING_SENT: Failed = {
	kind: 'notSent',
	problem: 'Not sent: another run has been sending this email for more than a minute',
	advice: `Later, ${RETRY_ADVICE}`,
	scope: 'request',
};

/** @param ifInDoubt as chosen for the email */
export function outcomeOfAnswer(answer: Refusal, ifInDoubt: SendOnce['ifInDoubt']): Outcome {
	if (answer instanceof Error) return storeFailed(answer);
	if (answer === 'sent') return { kind: 'alreadySent' };
	if (answer === 'otherEmail') return failedBy(KEY_OF_OTHER_EMAIL);
	if (answer === 'beingSent') return BEING_SENT;
	return ifInDoubt === 'skip' ? { kind: 'alreadySent' } : IN_DOUBT;
}

export function storeFailed(error: Error): Failed {
	const advice = `The email with this ${SEND_ONCE_KEY} was not sent. Try again later`;
	return { ...failedBy(error), problem: storeProblem(error), advice };
}

/** A sentence without its period. */
export function storeProblem({ message }: Error): string {
	const detail = shortened(message.replace(/\s+/g, ' ').trim(), MAX_DETAIL_LENGTH);
	return `n8n couldn't read or write the history of sent emails (${detail || 'no reason given'})`;
}
