import type { Claim } from './Claim';
import type { Entry } from './dedupEntry';

/** A run that claims emails. */
export interface Claimant {
	/** False once the run has ended. */
	isWanted(): boolean;
	/** Names of entries in doubt that this run must not send again. */
	leftInDoubt: Set<string>;
	/** Set once an entry was open in all looks. The run then tells others as in doubt at once. */
	hasWaitedInVain?: boolean;
}

/** `inFlight`: in another run, for over a minute. `notWanted`: the run has ended, or knows the outcome. An error: the store fails. */
export type ClaimAnswer = 'sent' | 'inDoubt' | 'otherEmail' | 'inFlight' | 'notWanted' | Error;

/** Claims the emails of one request to the service: all that have no answer, or none. */
export class ClaimRequest {
	/** By entry name. */
	readonly answers = new Map<string, ClaimAnswer>();
	readonly claims = new Map<string, Claim>();
	/** Not to claim before. */
	claimAt = -Infinity;
	/** An earlier request of the run waits. */
	isBehind = false;
	/** Since then, another run of this process has claimed one of the emails. */
	blockedSince = Infinity;
	private readonly listeners = new Set<() => void>();

	constructor(
		readonly emails: Entry[],
		readonly claimant: Claimant,
		readonly askedAt: number,
	) {}

	get unanswered(): Entry[] {
		return this.emails.filter(({ name }) => !this.answers.has(name));
	}

	get unclaimed(): Entry[] {
		return this.unanswered.filter(({ name }) => !this.claimOf(name));
	}

	get heldClaims(): Claim[] {
		return [...this.claims.values()].filter(({ isHeld }) => isHeld);
	}

	/** True if each email is answered or may be sent. False while claims that were given back are claimed again. */
	get isReady(): boolean {
		return this.unanswered.every(({ name }) => this.claims.get(name)?.mayStart);
	}

	/** The request has left, or will not. */
	get isOver(): boolean {
		return this.unanswered.length === 0 || this.heldClaims.some(({ isStarted }) => isStarted);
	}

	claimOf(name: string): Claim | undefined {
		const claim = this.claims.get(name);
		return claim?.isHeld ? claim : undefined;
	}

	/** Whether "If in Doubt: Send" applies. */
	mayTakeOver({ name, evenInDoubt }: Entry): boolean {
		return evenInDoubt === true && !this.claimant.leftInDoubt.has(name);
	}

	giveBack(): void {
		for (const claim of this.heldClaims) if (!claim.isStarted) claim.end('released');
	}

	/** @param wake called when `isReady` may have changed */
	onChange(wake: () => void): void {
		this.listeners.add(wake);
	}

	notify(): void {
		for (const wake of this.listeners) wake();
	}

	/** Resolves once each email is answered or may be sent. */
	async whenReady(): Promise<void> {
		await new Promise<void>((resolve) => {
			const wake = () => {
				if (this.isReady) resolve();
			};
			this.onChange(wake);
			wake();
		});
	}
}
