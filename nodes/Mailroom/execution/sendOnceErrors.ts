import { InvalidParameter } from '../parameters/InvalidParameter';
import { IF_IN_DOUBT, SEND_ONCE_KEY } from '../sendOnce/optionLabels';
import type { Failed } from '../transport/Outcome';
import { failedBy } from './failedBy';
import type { SendOnceSettings } from './Operation';

const PROBLEMS = {
	inDoubt: {
		problem:
			'This email may or may not have been sent already, by an earlier run or an earlier item',
		advice: `Check whether it arrived, then set "${IF_IN_DOUBT}" to "Skip" or "Send". A different ${SEND_ONCE_KEY} would email all recipients again.`,
	},
	/** "Send" applies to earlier runs only. */
	inDoubtInThisRun: {
		problem:
			'This email may or may not have been sent already, by an earlier item of this run, so it was not sent again',
		advice: 'Check whether it arrived before you run the workflow again.',
	},
	otherEmail: {
		problem:
			'was already used for an email to this list with another subject or body. This email was not sent',
		advice: 'Enter another Send Once Key for this email, such as one with the issue or week number',
	},
	inFlight: {
		problem: 'Not sent: another run has been sending this email for more than a minute',
		advice: 'Run the workflow again later.',
	},
};

export function notClaimed(
	kind: 'inDoubt' | 'otherEmail' | 'inFlight',
	inDoubt: SendOnceSettings['inDoubt'],
): Failed {
	const isOfThisRun = kind === 'inDoubt' && inDoubt === 'send';
	const { problem, advice } = PROBLEMS[isOfThisRun ? 'inDoubtInThisRun' : kind];
	if (kind === 'otherEmail') return failedBy(new InvalidParameter(SEND_ONCE_KEY, problem, advice));
	const isInDoubt = kind === 'inDoubt';
	return { kind: isInDoubt ? 'inDoubt' : 'notSent', problem, advice, concerns: 'request' };
}
