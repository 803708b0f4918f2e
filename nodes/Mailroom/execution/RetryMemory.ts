import { createHash } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { firstOf } from '../parameters/wording';
import { isDoubtful } from '../transport/Outcome';
import { isOpen, type Unit } from './Item';
import type { Run } from './Run';

// n8n keeps the node's context with a failed execution, and Retry brings it along. A Send Once Key has a history of its own.

const SENT = 'sentByFailedRuns';

/** With the index of the item, enough to recognize a recipient. */
const DIGEST_BYTES = 4;
/** A recipient; "?" stands before one in doubt. */
const ENTRY = /(\??)([\w-]{6})/g;

const MAX_NAMED = 20;

/** By run index. The text has a word for each item: the entries of its recipients. */
type SentByRun = Record<number, string>;

/** Keeps the accepted recipients of a failed run, and those in doubt. */
export function rememberForRetry(run: Run): void {
	const { items, operation, retry } = run;
	if (!retry || !operation.recipient) return;
	const words = wordsOf(retry.nodeContext, retry.runIndex);
	for (const { index, units } of items) words[index] = units.flatMap(entryOf(run)).join('');
	const text = Array.from(words, (word = '') => word)
		.join(' ')
		.trimEnd();
	retry.nodeContext[SENT] = { ...sentIn(retry.nodeContext), [retry.runIndex]: text };
}

/** Gives these recipients their outcome when n8n retries the run. */
export function skipSentBeforeRetry(run: Run): void {
	const { items, operation, retry } = run;
	if (!retry?.isRetry || !operation.recipient) return;
	const words = wordsOf(retry.nodeContext, retry.runIndex);
	const inDoubt: string[] = [];
	for (const { index, units } of items) {
		const entries = new Map(
			[...(words[index] ?? '').matchAll(ENTRY)].map(([, mark, digest]) => [digest, mark !== '']),
		);
		for (const unit of units.filter(isOpen)) {
			const isInDoubt = hasKey(run, unit) ? undefined : entries.get(digestOf(run, unit));
			if (isInDoubt === undefined) continue;
			run.note({ units: [unit] }, { kind: 'alreadySent', isInDoubt });
			if (isInDoubt) inDoubt.push(operation.recipient(unit.values));
		}
	}
	if (inDoubt.length === 0) return;
	run.addHint(
		`These may or may not have been ${operation.doneWord ?? 'done'} by the execution that is retried, and were not repeated: ${firstOf(inDoubt, MAX_NAMED)}. Check them.`,
	);
}

function entryOf(run: Run): (unit: Unit) => string[] {
	return (unit) => {
		const { outcome } = unit;
		if (outcome === undefined || outcome.kind === 'rejected' || outcome.kind === 'notSent')
			return [];
		return [`${isDoubtful(outcome) ? '?' : ''}${digestOf(run, unit)}`];
	};
}

function hasKey({ operation }: Run, { values }: Unit): boolean {
	return operation.sendOnce?.settings(values) !== undefined;
}

function digestOf({ operation }: Run, { values }: Unit): string {
	const hash = createHash('sha256')
		.update(operation.recipient?.(values) ?? '')
		.digest();
	return hash.subarray(0, DIGEST_BYTES).toString('base64url');
}

function wordsOf(nodeContext: IDataObject, runIndex: number): string[] {
	return sentIn(nodeContext)[runIndex]?.split(' ') ?? [];
}

function sentIn(nodeContext: IDataObject): SentByRun {
	return (nodeContext[SENT] ?? {}) as SentByRun;
}
