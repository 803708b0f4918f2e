import { statusesInAccount } from '../support/statusesInAccount';
import { isFailed, pairs } from './whatNodeSaid';
import type { JobRun } from './runJob';

/**
 * Items without output, or with the output of another item. A run that stopped must have no output.
 */
export function wrongOutput({ job, settings, run }: JobRun): string[] {
	if (run.error) {
		const { message } = run.error;
		const isAccount = statusesInAccount(message).size === job.items.length;
		if (!isAccount) return [`ended with an error without an account of all items: ${message}`];
		const mayStop = settings.onError === 'stopWorkflow' && run.items.length === 0;
		return mayStop ? [] : [`ended with an error: ${message}`];
	}

	const output = run.raw?.[0] ?? [];
	const paired = output.map(({ pairedItem }) => pairs(pairedItem));
	const first = paired.map(([index]) => index);
	const failed = output.filter(isFailed);
	const wrong = job.items.flatMap((item, index) => {
		const own = output.filter((_, position) => paired[position].includes(index));
		if (own.length === 0) return [`item ${index} is missing in the output`];
		const came = own.map(({ json }) => json);
		const isRight = isFailed(own[0]) ? own.length === 1 : job.isExpected(item, came);
		return isRight ? [] : [`item ${index} came out as ${JSON.stringify(came)}`];
	});
	const isDisordered = first.some((index, position) => index < first[position - 1]);
	if (isDisordered) wrong.push('items are out of order');
	if (settings.onError === 'continueErrorOutput' && run.errorItems.length !== failed.length) {
		wrong.push(`${run.errorItems.length} of ${failed.length} failed items are on the error output`);
	}
	if (run.items.length + run.errorItems.length !== output.length) wrong.push('n8n lost items');
	return wrong;
}
