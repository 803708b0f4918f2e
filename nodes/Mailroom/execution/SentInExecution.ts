import type { IDataObject } from 'n8n-workflow';
import { ServiceError } from '../transport/ServiceError';
import type { Batch, Outcome } from './Item';
import { isSame, type Newsletter } from './Newsletter';
import type { Run } from './Run';

// Subscribers get a newsletter once per execution, even if several items or rounds of a loop send it.

interface SentNewsletter extends Pick<Newsletter, 'list' | 'digest' | 'deliveredAt'> {
	isInDoubt: boolean;
	/** Set if all items in doubt share this key. */
	sendOnceKey?: string;
}

const SENT = 'sentEmails';

/** Sent newsletters, which n8n keeps with the execution, also for Retry. */
export class SentInExecution {
	constructor(private readonly context: IDataObject) {}

	countTo(list: string): number {
		return this.kept.filter((one) => one.list === list).length;
	}

	find(newsletter: Newsletter): SentNewsletter | undefined {
		return this.kept.find((one) => isSame(newsletter, one));
	}

	add(same: Newsletter[], isInDoubt: boolean): void {
		const newsletter = same.at(0);
		if (!newsletter || newsletter.isTest) return;
		const known = this.find(newsletter);
		if (known) {
			known.isInDoubt &&= isInDoubt;
			return;
		}
		const { list, digest, deliveredAt, sendOnceKey: key } = newsletter;
		const isOneKey = same.every(({ sendOnceKey }) => sendOnceKey === key);
		const sendOnceKey = isInDoubt && isOneKey ? key : undefined;
		this.context[SENT] ??= [];
		this.kept.push({ list, digest, deliveredAt, isInDoubt, sendOnceKey });
	}

	private get kept(): SentNewsletter[] {
		return (this.context[SENT] ?? []) as unknown as SentNewsletter[];
	}
}

const IN_DOUBT =
	'The email may or may not have been sent by an earlier run of this node, such as an earlier round of a loop';
const CHECK =
	'It is not sent again in this execution. Check before you send it in another execution.';

export function skipSentInExecution(run: Run, batches: Batch[]): void {
	const outcomes = batches.flatMap((batch) => outcomeInExecution(run, batch));
	for (const outcome of outcomes) run.note(outcome);
	const count = outcomes.filter(({ kind }) => kind === 'alreadySent').length;
	if (count === 0) return;
	const emails = count === 1 ? 'The email was' : `${count.toLocaleString('en-US')} emails were`;
	run.addHint(
		`${emails} not sent again. An earlier run of this node, such as an earlier round of a loop, already sent ${count === 1 ? 'it' : 'them'} to the list.`,
	);
}

function outcomeInExecution({ operation, sent }: Run, batch: Batch): Outcome[] {
	const newsletter = operation.newsletter?.(batch.units[0].values);
	const found = newsletter && sent.find(newsletter);
	if (!found) return [];
	if (!found.isInDoubt) return [{ kind: 'alreadySent', batch }];
	// The Send Once history also has this email in doubt, so "If in Doubt" decides.
	const { sendOnceKey } = newsletter;
	if (sendOnceKey !== undefined && found.sendOnceKey === sendOnceKey) return [];
	const error = new ServiceError(IN_DOUBT, { outcome: 'inDoubt', advice: CHECK });
	return [{ kind: 'failed', batch, error }];
}
