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
		claim.end(state === 'sent' ? 'sent' : 'released', now);
		claim.batch.answer(claim.entry, state);
	}

	/** The email is in flight in another process, or in doubt. */
	private judgeOpen(claim: Claim, now: number): void {
		const { entry, batch, looks } = claim;
		const { run } = batch;
		const mayBeSent = batch.sendsInDoubt(entry);
		if (looks >= MAX_LOOKS) {
			this.doubts.add(entry.name);
			run.hasWaitedForProcess = true;
		}
		const isInDoubt = this.doubts.has(entry.name) || (run.hasWaitedForProcess && !mayBeSent);
		if (!isInDoubt) {
			claim.dueAt = now + LOOK_AGAIN_AFTER_MS;
			return;
		}
		if (mayBeSent) return claim.grant();
		claim.end('released', now);
		batch.answer(entry, 'inDoubt');
	}
}
