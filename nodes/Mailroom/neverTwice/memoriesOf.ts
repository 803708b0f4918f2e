import { FailedExecution, type RetriedOperation } from './FailedExecution';
import { SendOnceKey } from './key/SendOnceKey';
import type { Memory, Places } from './Memory';
import { retryMarksIn } from './retryMarks';
import type { Recipient } from './Recipient';
import { entriesOfExecution } from './newsletter/entriesOfExecution';
import { SentNewsletters } from './newsletter/SentNewsletters';

/** Those that concern any of the recipients, in the order in which a run asks them: from the shortest lifetime to the longest. */
export function memoriesOf(
	recipients: Recipient[],
	places: Places,
	operation: RetriedOperation,
): Memory[] {
	const { context, isRetried, addHint } = places;
	const marks = isRetried ? retryMarksIn(context) : undefined;
	const memories: Memory[] = [new FailedExecution(operation, marks, addHint)];
	if (recipients.some(({ newsletter }) => newsletter)) {
		memories.push(new SentNewsletters(entriesOfExecution(context), places));
	}
	if (recipients.some(({ entry }) => entry)) memories.push(new SendOnceKey(places));
	return memories;
}
