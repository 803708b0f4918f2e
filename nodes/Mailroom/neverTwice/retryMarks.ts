import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { ExecutionEntries } from '../ExecutionEntries';

// With "Retry" in the list of executions, n8n runs the failed node again with the same input items. A failed run leaves a text for it: for
// each item a dot, or marks such as "gXv0Lk,?2bQ-_t".

/**
 * In characters of 6 bits. Short, because n8n saves a digest for each recipient. A digest is compared only with those of the same item, and
 * two recipients have the same one in 1 of 69 billion cases.
 */
const DIGEST_LENGTH = 6;

const IN_DOUBT = '?';
const NO_MARKS = '.';

/** Each `{6}` is the length of a digest. A literal, because the linter checks patterns for slow texts. */
const ITEM = /\.|\??[\w-]{6}(?:,\??[\w-]{6})*/g;

/** Digests of the recipients of one item that the run has reached. After a "?", it is in doubt. */
export type Marks = Set<string>;

/** The marks in n8n's context of the node, which Retry brings along. */
export interface RetryMarks {
	/** By item. Empty unless n8n's Retry repeats the run. */
	find(): Marks[];
	/** Saves a text of about 60 kB for 10,000 recipients. */
	save(marksByItem: Array<Marks | undefined>): void;
}

export function retryMarksIn(
	context: Pick<IExecuteFunctions, 'getContext' | 'getMode' | 'evaluateExpression'>,
): RetryMarks {
	const entries = ExecutionEntries.in(context);
	// A node in a loop runs several times.
	const runIndex = () => Number(context.evaluateExpression('{{ $runIndex }}', 0));
	return {
		find: () => {
			const saved = context.getMode() === 'retry' ? entries.get('failedRun') : undefined;
			return saved?.runIndex === runIndex() ? marksIn(saved.sent) : [];
		},
		save: (marksByItem) =>
			entries.set('failedRun', { runIndex: runIndex(), sent: textOf(marksByItem) }),
	};
}

export function acceptedMark(recipient: string): string {
	const hash = createHash('sha256').update(recipient);
	return hash.digest('base64url').slice(0, DIGEST_LENGTH);
}

export function doubtMark(recipient: string): string {
	return IN_DOUBT + acceptedMark(recipient);
}

function marksIn(text: string): Marks[] {
	const items = text.match(ITEM) ?? [];
	return items.map((marks) => new Set(marks === NO_MARKS ? [] : marks.split(',')));
}

/** @param marksByItem without those of items that could not be read */
function textOf(marksByItem: Array<Marks | undefined>): string {
	return Array.from(marksByItem, (marks = new Set()) => [...marks].join(',') || NO_MARKS).join('');
}
