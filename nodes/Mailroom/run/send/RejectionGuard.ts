import { isFailed, type Failed, type Outcome } from '../../transport/Outcome';
import type { Unit } from '../Item';

// The cases are those of the simulation in the test of the search, with a service that names no row.

/**
 * 500 rows that are all rejected must take at most 150 requests. With 20, they take 60, with 40, 110. With 10, a run in which 90 of 100 rows
 * are rejected leaves a good row untried in 32 of 100 cases. With 20, in 5 of 100.
 */
const MAX_REJECTED_IN_A_ROW = 20;

/** The rows are not all alike then. With 20, the same run would leave a good row untried in 76 of 100 cases. */
const MAX_AFTER_AN_ACCEPTED_ONE = 100;

export interface LastRejection {
	unit: Unit;
	failed: Failed;
	/** Units that were tried alone before it, and itself. */
	inARow: number;
}

/** Keeps a run from trying each of its units alone, if all are rejected: an unknown column rejects every row of an import. */
export class RejectionGuard {
	/** Set once the rest of the run must not be tried. */
	reached: LastRejection | undefined;
	private inARow = 0;
	private limit = MAX_REJECTED_IN_A_ROW;

	/** Must be called with the outcome of every request, also of batches that are not split. */
	note(outcome: Outcome): void {
		if (isFailed(outcome)) return;
		this.inARow = 0;
		this.limit = MAX_AFTER_AN_ACCEPTED_ONE;
	}

	/**
	 * @param unit tried alone
	 * @param failed its rejection; undefined after any other outcome
	 */
	noteAlone(unit: Unit, failed: Failed | undefined): void {
		const isRejected = failed?.kind === 'rejected';
		const inARow = isRejected ? this.inARow + 1 : 0;
		this.inARow = inARow;
		if (!isRejected) return;
		if (inARow >= this.limit) this.reached ??= { unit, failed, inARow };
	}
}
