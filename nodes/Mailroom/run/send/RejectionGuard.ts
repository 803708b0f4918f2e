import { isFailed, type Failed, type Outcome } from '../../transport/Outcome';
import type { Unit } from '../Item';

const MAX_REJECTED_IN_A_ROW = 20;
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
	 * @param unit part of a rejected batch, tried alone
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
