import { ServiceError } from '../transport/ServiceError';
import { openUnits } from './checkItems';
import type { Batch, Outcome } from './Item';
import { oneBatchEach } from './planBatches';
import type { Run } from './Run';
import { entryOf } from './SentInExecution';

const IN_DOUBT =
	'The email may or may not have been sent: an earlier run of this node, such as an earlier round of a loop, never learned the outcome. It is not sent again in this execution.';
const CHECK = 'Check before you send it in another execution.';

/** Keeps emails from being sent again that an earlier run of the execution has sent, such as an earlier round of a loop. */
export function keepSentInExecution(run: Run): void {
	const { onceInExecution, bulk } = run.operation;
	if (!onceInExecution) return;
	const { plan = oneBatchEach } = bulk ?? {};
	const outcomes = plan(openUnits(run.items)).flatMap((batch) => outcomeInExecution(run, batch));
	for (const outcome of outcomes) run.note(outcome);
	const count = outcomes.filter(({ kind }) => kind === 'alreadySent').length;
	if (count > 0) run.addHint(hintOf(count));
}

function outcomeInExecution({ operation, sent }: Run, batch: Batch): Outcome[] {
	const [{ values }] = batch.units;
	const email = operation.onceInExecution?.(values);
	const found = email && sent.find(email);
	if (!found) return [];
	if (!found.isInDoubt) return [{ kind: 'alreadySent', batch }];
	// The history knows only of the Send Once Key that was left in doubt: there "If in Doubt" decides.
	const { sendOnceEntry } = found;
	if (sendOnceEntry !== undefined && sendOnceEntry === entryOf(email)) return [];
	const error = new ServiceError(IN_DOUBT, { outcome: 'inDoubt', advice: CHECK });
	return [{ kind: 'failed', batch, error }];
}

function hintOf(count: number): string {
	const emails = count === 1 ? 'The email was' : `${count.toLocaleString('en-US')} emails were`;
	return `${emails} sent to the list by an earlier run of this node, such as an earlier round of a loop, so not again.`;
}
