import type { IDataObject } from 'n8n-workflow';
import { sendOnceEntry } from '../sendOnce/dedupEntry';
import { ServiceError } from '../transport/ServiceError';
import type { Batch, Outcome } from './Item';
import type { Run } from './Run';

export interface EmailIdentity {
	list: string;
	/** The time of delivery, in ms since 1970; 0 without one. */
	at: number;
	/** A hash of everything else, computed on demand. */
	digest(): string;
	sendOnceKey?: string;
}

interface SentEmail {
	list: string;
	digest: string;
	at: number;
	isInDoubt: boolean;
	/** Set if all items that left the email in doubt have this entry. */
	sendOnceEntry?: string;
}

const SENT = 'sentEmails';

/** Dates this close are equal, because `$now` differs between items and rounds. */
export const SAME_DELIVERY_MS = 60_000;

/** The emails to lists that an execution has sent. n8n keeps them with it, also for its Retry. */
export class SentInExecution {
	constructor(private readonly context: IDataObject) {}

	countTo(list: string): number {
		return this.kept.filter((one) => one.list === list).length;
	}

	find({ list, at, digest }: EmailIdentity): SentEmail | undefined {
		if (this.kept.length === 0) return undefined;
		const wanted = digest();
		return this.kept.find(
			(one) =>
				one.digest === wanted && one.list === list && Math.abs(one.at - at) < SAME_DELIVERY_MS,
		);
	}

	add(several: EmailIdentity[], { isInDoubt }: Pick<SentEmail, 'isInDoubt'>): void {
		const [first] = several;
		const known = this.find(first);
		if (known) {
			known.isInDoubt &&= isInDoubt;
			return;
		}
		const entries = new Set(several.map(entryOf));
		this.context[SENT] ??= [];
		this.kept.push({
			list: first.list,
			digest: first.digest(),
			at: first.at,
			isInDoubt,
			sendOnceEntry: isInDoubt && entries.size === 1 ? entryOf(first) : undefined,
		});
	}

	private get kept(): SentEmail[] {
		return (this.context[SENT] ?? []) as unknown as SentEmail[];
	}
}

function entryOf({ list, sendOnceKey: key }: EmailIdentity): string | undefined {
	return key === undefined ? undefined : sendOnceEntry({ kind: 'list', key, recipient: list });
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
		`${emails} sent to the list by an earlier run of this node, such as an earlier round of a loop, so not again.`,
	);
}

function outcomeInExecution({ operation, sent }: Run, batch: Batch): Outcome[] {
	const [{ values }] = batch.units;
	const email = operation.onceInExecution?.(values);
	const found = email && sent.find(email);
	if (!found) return [];
	if (!found.isInDoubt) return [{ kind: 'alreadySent', batch }];
	// The history also has this email in doubt, so "If in Doubt" decides there.
	if (found.sendOnceEntry !== undefined && found.sendOnceEntry === entryOf(email)) return [];
	const error = new ServiceError(IN_DOUBT, { outcome: 'inDoubt', advice: CHECK });
	return [{ kind: 'failed', batch, error }];
}
