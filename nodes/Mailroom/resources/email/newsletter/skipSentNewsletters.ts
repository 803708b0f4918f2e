import type { Batch } from '../../../run/Item';
import type { Run } from '../../../run/Operation';
import type { Outcome } from '../../../transport/Outcome';
import { commonKey, type WithNewsletter } from './sameNewsletter';
import type { SentNewsletters } from './SentNewsletters';

const IN_DOUBT =
	'The email may or may not have been sent by an earlier run of this node, such as an earlier round of a loop or another sub-workflow execution';
const CHECK =
	"It isn't sent again in this execution. Check the service's dashboard before you send it in another execution.";

/** Notes outcomes of newsletters that this execution has sent before. */
export function skipSentNewsletters(run: Run<WithNewsletter>, sent: SentNewsletters): void {
	let skipped = 0;
	for (const batch of run.pendingBatches()) {
		const outcome = earlierOutcome(sent, batch);
		if (outcome) run.note(batch, outcome);
		if (outcome?.kind === 'alreadySent') skipped++;
	}
	if (skipped > 0) run.addHint(skippedHint(skipped));
}

function skippedHint(count: number): string {
	const isOne = count === 1;
	const emails = isOne ? 'The email was' : `${count.toLocaleString('en-US')} emails were`;
	return `${emails} not sent again. An earlier run of this node in this execution, such as an earlier round of a loop or another sub-workflow execution, already sent ${isOne ? 'it' : 'them'}.`;
}

function earlierOutcome(
	sent: SentNewsletters,
	{ units }: Batch<WithNewsletter>,
): Outcome | undefined {
	const newsletters = units.map(({ values }) => values.newsletter);
	const found = sent.find(newsletters[0]);
	if (!found) return undefined;
	if (!found.isInDoubt) return { kind: 'alreadySent' };
	const key = commonKey(newsletters);
	// The Send Once history also has this email in doubt, so "If in Doubt" decides.
	if (key !== undefined && key === found.sendOnceKey) return undefined;
	return {
		kind: 'inDoubt',
		problem: IN_DOUBT,
		advice: CHECK,
		scope: 'request',
		isBeforeRequest: true,
	};
}
