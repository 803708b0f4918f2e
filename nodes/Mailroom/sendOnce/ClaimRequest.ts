import type { Claim } from './Claim';
import type { DedupStoreError } from './DedupStore';
import type { EntryAsked } from './dedupEntry';

export interface EmailAsked extends EntryAsked {
	/** Whether to claim an entry that an earlier run left in doubt. */
	evenInDoubt?: boolean;
}

/** A run that claims emails. */
export interface Claimant {
	/** False once the run has ended. */
	isWanted(): boolean;
	/** Names of entries in doubt that this run must not send again. */
	leftInDoubt: Set<string>;
	/** True once an entry stayed open in all looks. Then the run tells others as in doubt at once. */
	hasWaitedInVain?: boolean;
}

/** `inFlight`: in another run, for over a minute. `ended`: the run has reported the outcome. */
export type ClaimAnswer = 'sent' | 'inDoubt' | 'otherEmail' | 'inFlight' | 'notWanted' | 'ended';

/** Claims the emails of one request: all of those without an answer, or none. */
export class ClaimRequest {
	/** By entry name. */
	readonly answers = new Map<string, ClaimAnswer>();

	error: DedupStoreError | undefined;

	/** Earliest time to claim again. */
	askAt = -Infinity;

	/** When another run of this process was first found to have claimed one of the emails. */
	blockedSince: number | undefined;

	/** For another run of this process, another process, or the time to claim again. */
	isWaiting = false;

	private readonly claims = new Map<string, Claim>();

	private readonly listeners = new Set<() => void>();

	private wasReady = false;

	/** Place among the requests of the run. */
	readonly order: number;

	readonly askedAt: number;

	constructor(
		readonly emails: EmailAsked[],
		readonly claimant: Claimant,
		{ order, askedAt }: { order: number; askedAt: number },
	) {
		this.order = order;
		this.askedAt = askedAt;
	}

	get unanswered(): EmailAsked[] {
		return this.emails.filter(({ name }) => !this.answers.has(name));
	}

	get unclaimed(): EmailAsked[] {
		return this.unanswered.filter(({ name }) => !this.claimOf(name));
	}

	get heldClaims(): Claim[] {
		return [...this.claims.values()].filter(({ isHeld }) => isHeld);
	}

	/** True if each email is answered or may be sent. Turns false again if claims are given back. */
	get isReady(): boolean {
		return this.error !== undefined || this.unanswered.every(({ name }) => this.isSettled(name));
	}

	claimOf(name: string): Claim | undefined {
		const claim = this.claims.get(name);
		return claim?.isHeld ? claim : undefined;
	}

	take(claim: Claim): void {
		this.claims.set(claim.name, claim);
	}

	/** Compares requests of the same run only. */
	isBefore({ claimant, order }: ClaimRequest): boolean {
		return this.claimant === claimant && this.order < order;
	}

	/** Whether "If in Doubt: Send" applies. */
	mayTakeOver({ name, evenInDoubt }: EmailAsked): boolean {
		return evenInDoubt === true && !this.claimant.leftInDoubt.has(name);
	}

	/** Claims that have not started go back; the request claims them again later. */
	giveBack(): void {
		for (const claim of this.heldClaims) if (!claim.isStarted) claim.end('released');
	}

	answerAll(answer: ClaimAnswer): void {
		this.giveBack();
		for (const { name } of this.unanswered) this.answers.set(name, answer);
	}

	/** @param wake called when `isReady` has changed */
	onChange(wake: () => void): void {
		this.listeners.add(wake);
	}

	notify(): void {
		if (this.isReady === this.wasReady) return;
		this.wasReady = this.isReady;
		for (const wake of [...this.listeners]) wake();
	}

	/** @throws DedupStoreError; then the request must not be sent */
	async whenReady(): Promise<void> {
		while (!this.isReady) {
			await new Promise<void>((resolve) => {
				const wake = () => {
					this.listeners.delete(wake);
					resolve();
				};
				this.onChange(wake);
			});
		}
		if (this.error) throw this.error;
	}

	private isSettled(name: string): boolean {
		return this.claimOf(name)?.isSettled === true;
	}
}
