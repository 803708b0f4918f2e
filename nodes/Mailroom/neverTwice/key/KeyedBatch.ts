import type { Claim, ClaimAnswer, ClaimingBatch, KeyedRun } from './Claim';
import type { Entry } from './Entry';

/** The entries of one request to the service, which is sent when each has its answer. */
export class KeyedBatch implements ClaimingBatch {
	/** By entry name. */
	readonly answers = new Map<string, ClaimAnswer>();
	/** By entry name. */
	readonly claims = new Map<string, Claim>();
	/** Since then, another run of this process has had one of the entries. */
	blockedSince = Infinity;
	/** Resolves when each entry has its answer. */
	readonly decided: Promise<void>;
	private resolve = () => {};

	constructor(
		readonly entries: Entry[],
		readonly run: KeyedRun,
	) {
		this.decided = new Promise((resolve) => {
			this.resolve = resolve;
		});
	}

	get undecided(): Entry[] {
		return this.entries.filter(({ name }) => !this.answers.has(name));
	}

	get isDecided(): boolean {
		return this.undecided.length === 0;
	}

	sendsInDoubt({ name, evenInDoubt }: Entry): boolean {
		return evenInDoubt === true && !this.run.doubts.has(name);
	}

	answer({ name }: Entry, answer: ClaimAnswer): void {
		this.answers.set(name, answer);
		if (this.isDecided) this.resolve();
	}
}
