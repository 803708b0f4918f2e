import type { Claim } from './Claim';
import type { Entry } from './Entry';

/** What a run that sends with a Send Once Key knows. */
export interface KeyedRun {
	/** Names of entries that this run has left in doubt, and must not send again. */
	readonly doubts: Set<string>;
	/** Set once it has waited in vain for an entry that was open elsewhere. It then takes others as in doubt at once. */
	hasWaited: boolean;
}

/** `inFlight`: another run of this process has had it for over a minute. An error: the store fails. */
export type ClaimAnswer = 'sent' | 'inDoubt' | 'otherEmail' | 'inFlight' | Error;

/** The entries of one request to the service. Each is answered or granted in the end. */
export class ClaimRequest {
	/** By entry name. */
	readonly answers = new Map<string, ClaimAnswer>();
	/** By entry name. */
	readonly claims = new Map<string, Claim>();
	/** Since then, another run of this process has had one of the entries. */
	blockedSince = Infinity;
	/** Resolves when each entry is answered or granted. */
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
		return this.entries.filter(
			({ name }) => !this.answers.has(name) && !this.claims.get(name)?.isGranted,
		);
	}

	get isDecided(): boolean {
		return this.undecided.length === 0;
	}

	/** Whether "If in Doubt: Send" applies. */
	sendsInDoubt({ name, evenInDoubt }: Entry): boolean {
		return evenInDoubt === true && !this.run.doubts.has(name);
	}

	answer({ name }: Entry, answer: ClaimAnswer): void {
		this.answers.set(name, answer);
		this.decide();
	}

	decide(): void {
		if (this.isDecided) this.resolve();
	}
}
