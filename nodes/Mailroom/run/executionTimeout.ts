import type { INode } from 'n8n-workflow';
import { RETRY_ADVICE } from '../wording';
import { systemClock } from '../clock';
import type { Failed } from '../transport/Outcome';
import { parentOf } from './executionOrigin';
import type { Run } from './Operation';

// n8n cancels an execution that has reached its timeout: the account and the marks for Retry are lost, and the editor offers no Retry. So a
// run ends itself a moment before.

/** For requests in flight, the account and n8n itself. */
const MAX_MARGIN_MS = 5_000;
/** Also of a timer: longer ones than 2^31 ms end at once, and one that runs on holds the items of a run that has ended. */
const MAX_SLEEP_MS = 1_000;

interface EndOfRun {
	/** No more requests start. In ms since 1970. */
	stopAt: number;
	/** Requests in flight are given up. */
	abandonAt: number;
}

/** @param waitsMs between the tries of "Retry On Fail" that are left, in which n8n could cancel the execution */
export function endBeforeTimeout(timeoutAt: number, now: number, waitsMs: number): EndOfRun {
	const leftMs = Math.max(0, timeoutAt - now);
	const marginMs = Math.min(MAX_MARGIN_MS, leftMs / 5);
	const stopAt = timeoutAt - marginMs - Math.min(waitsMs, leftMs / 2);
	return { stopAt, abandonAt: stopAt + marginMs / 2 };
}

/** By n8n's rule for the number of tries. */
export function waitsOfRetries(
	{ retryOnFail, maxTries, waitBetweenTries }: INode,
	earlierTries: number,
): number {
	if (!retryOnFail) return 0;
	const tries = Math.min(5, Math.max(2, maxTries || 3));
	const waitMs = Math.min(5_000, Math.max(0, waitBetweenTries || 1_000));
	return Math.max(0, tries - 1 - earlierTries) * waitMs;
}

/** Ends the run when its time is over. Returns a function that ends the watch. */
export function watchTimeout(run: Run, { stopAt, abandonAt }: EndOfRun): () => void {
	let isOver = false;
	const until = async (at: number) => {
		while (!isOver && systemClock.timeOfDay() < at) {
			await systemClock.sleep(Math.min(MAX_SLEEP_MS, at - systemClock.timeOfDay()));
		}
	};
	const watch = async () => {
		await until(stopAt);
		if (!isOver) endForGood(run);
		await until(abandonAt);
		if (!isOver) run.abandon();
	};
	void watch();
	return () => {
		isOver = true;
	};
}

/** Also for the tries of "Retry On Fail" that follow: n8n could cancel the execution in one of them. */
function endForGood(run: Run): void {
	run.tried.endedBy = timeoutAlmostReached(run);
	run.end(run.tried.endedBy);
}

function timeoutAlmostReached(run: Run): Failed {
	const { doneWord = 'done' } = run.operation.report;
	const problem = `Not ${doneWord}: the execution has almost reached its timeout`;
	return { kind: 'notSent', problem, advice: adviceFor(run), scope: 'run', isBeforeRequest: true };
}

function adviceFor({ operation, n8n: { call, continueOnFail } }: Run): string {
	const raise = 'raise the timeout in the settings of the workflow or of n8n';
	const isContinued = operation.wire.idempotency === 'nonIdempotent' && call.isRetried;
	if (continueOnFail) return `Run the workflow with only the items that failed, or ${raise}.`;
	if (!isContinued || parentOf(call.context) !== undefined)
		return `Process fewer items, or ${raise}.`;
	return `For the rest, ${RETRY_ADVICE} To do more in one execution, ${raise}.`;
}
