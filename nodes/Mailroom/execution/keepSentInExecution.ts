import { ServiceError } from '../transport/ServiceError';
import type { Batch, End } from './Item';
import { oneBatchEach } from './planBatches';
import { openUnits } from './readItems';
import type { Run } from './Run';

const IN_DOUBT =
	'The email may or may not have been sent: an earlier run of this node in the same execution, such as an earlier round of a loop, never learned what became of it. It is not sent again in this execution; check before you send it in another one.';

/** Keeps emails from being sent again that an earlier run of the execution has sent, such as an earlier round of a loop. */
export function keepSentInExecution(run: Run): void {
	const { operation, items, memory } = run;
	if (!operation.onceInExecution) return;
	const { plan = oneBatchEach } = operation.bulk ?? {};
	let count = 0;
	for (const call of plan(openUnits(items.filter(({ isInvalid }) => !isInvalid)))) {
		const end = endOf(run, call);
		if (end?.kind === 'alreadySent') count++;
		for (const piece of end ? call.units : []) {
			piece.outcome = { ...end, call } as typeof piece.outcome;
			memory.keep(piece.item);
		}
	}
	if (count > 0) run.addHint(hintOf(count));
}

function endOf({ operation, sent }: Run, { units: [{ values }] }: Batch): End | undefined {
	const email = operation.onceInExecution?.(values);
	const found = email && sent.find(email);
	if (!found) return undefined;
	if (!found.isInDoubt) return { kind: 'alreadySent' };
	// The history decides on what has a Send Once Key, by "If in Doubt".
	if (operation.sendOnce?.settings(values)) return undefined;
	return { kind: 'failed', error: new ServiceError(IN_DOUBT, { outcome: 'inDoubt' }) };
}

function hintOf(count: number): string {
	const emails = count === 1 ? 'The email was' : `${count.toLocaleString('en-US')} emails were`;
	return `${emails} sent to the list by an earlier run of this node in this execution, such as an earlier round of a loop, so not again.`;
}
