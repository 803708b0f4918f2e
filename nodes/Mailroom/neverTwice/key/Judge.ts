import type { Claim } from './Claim';
import type { EntryState } from './Entry';

/** Another process may send the email meanwhile. */
const MAX_LOOKS = 8;
const LOOK_AGAIN_AFTER_MS = 2_000;

/** Decides on claims by what a look has found. */
export class Judge {
	/** Names of entries that this process knows to be in doubt. */
	private readonly doubts = new Set<string>();

	addDoubt({ entry, batch }: Claim): void {
		this.doubts.add(entry.name);
		batch.run.doubts.add(entry.name);
	}

	judge(claim: Claim, state: EntryState, now: number): void {
		if (state === 'open') return this.judgeOpen(claim, now);
		this.doubts.delete(claim.entry.name);
		if (state === 'free') return claim.grant();
		claim.refuse(state, now);
	}

	/**
	 * The email is in flight in another process, or in doubt.
	 *
	 * |                                                 | "If in Doubt: Send" | otherwise  |
	 * | ----------------------------------------------- | ------------------- | ---------- |
	 * | The doubt is known, such as after eight looks.  | grant               | in doubt   |
	 * | The run has waited that long for another entry. | look again          | in doubt   |
	 * | Neither                                         | look again          | look again |
	 */
	private judgeOpen(claim: Claim, now: number): void {
		const { entry, batch, looks } = claim;
		const { run } = batch;
		if (looks >= MAX_LOOKS) {
			this.doubts.add(entry.name);
			run.hasWaitedForProcess = true;
		}
		const isKnown = this.doubts.has(entry.name);
		const maySend = batch.sendsInDoubt(entry);
		if (isKnown && maySend) return claim.grant();
		if (isKnown || (run.hasWaitedForProcess && !maySend)) return claim.refuse('inDoubt', now);
		claim.dueAt = now + LOOK_AGAIN_AFTER_MS;
	}
}
