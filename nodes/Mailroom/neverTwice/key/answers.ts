import { RETRY_ADVICE, shortened } from '../../wording';
import type { Failed } from '../../transport/Outcome';
import { inDoubtBefore, refusedBy, type Answer } from '../Memory';
import type { Refusal } from './Claim';
import { KEY_OF_OTHER_EMAIL } from './oneEmailPerKey';
import { IF_IN_DOUBT, SEND_ONCE_KEY, type SendOnce } from './options';

const MAX_DETAIL_LENGTH = 200;

const IN_DOUBT = inDoubtBefore(
	'This email may or may not have been sent already, by an earlier run or an earlier item',
	`Look in the service's dashboard. If it arrived, set "${IF_IN_DOUBT}" to "Skip", otherwise to "Send", and run the workflow again with the same ${SEND_ONCE_KEY}. Then choose "Fail" again.`,
);

const BEING_SENT: Failed = {
	kind: 'notSent',
	problem: 'Not sent: another run has been sending this email for more than a minute',
	advice: `Later, ${RETRY_ADVICE}`,
	scope: 'request',
};

/**
 * A new object for each email, as those with the same one share an output item.
 *
 * @param ifInDoubt as chosen for the email
 */
export function answerOf(refusal: Refusal, ifInDoubt: SendOnce['ifInDoubt']): Answer {
	return { ...wordsOf(refusal, ifInDoubt) };
}

function wordsOf(answer: Refusal, ifInDoubt: SendOnce['ifInDoubt']): Answer {
	if (answer instanceof Error) return storeFailed(answer);
	if (answer === 'sent') return { kind: 'alreadySent' };
	if (answer === 'otherEmail') return refusedBy(KEY_OF_OTHER_EMAIL);
	if (answer === 'beingSent') return BEING_SENT;
	return ifInDoubt === 'skip' ? { kind: 'alreadySent' } : IN_DOUBT;
}

function storeFailed(error: Error): Failed {
	const advice = `The email with this ${SEND_ONCE_KEY} was not sent. Try again later`;
	return { ...refusedBy(error), problem: storeProblem(error), advice };
}

/** A sentence without its period. */
export function storeProblem({ message }: Error): string {
	const detail = shortened(message.replace(/\s+/g, ' ').trim(), MAX_DETAIL_LENGTH);
	return `n8n couldn't read or write the history of sent emails (${detail || 'no reason given'})`;
}
