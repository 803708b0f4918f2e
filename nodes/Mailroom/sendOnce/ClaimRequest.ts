import type { Claim } from './Claim';
import type { EntryAsked } from './dedupEntry';

export interface EmailAsked extends EntryAsked {
	/** Whether to claim an entry that an earlier run left in doubt. */
	evenInDoubt?: boolean;
}

export interface Claimant {
	/** False once the run has ended. */
	isWanted(): boolean;
	/** Names of entries in doubt that this run must not send again. */
	leftInDoubt: Set<string>;
}

export interface ClaimRequest {
	emails: EmailAsked[];
	claimant: Claimant;
	order: number;
}

/** `inFlight`: in another run, for over a minute. `notWanted`: the run has ended. */
export type ClaimAnswer =
	| { kind: 'claimed'; claim: Claim }
	| { kind: 'sent' | 'inDoubt' | 'otherEmail' | 'inFlight' | 'notWanted' };

export type ClaimAnswers = Map<string, ClaimAnswer>;

export class PendingRequest {
	/** By entry name. */
	readonly answers: ClaimAnswers = new Map();

	claims: Claim[] = [];

	askAt = -Infinity;

	inFlightSince: number | undefined;

	constructor(
		private readonly request: ClaimRequest,
		private readonly resolve: (answers: ClaimAnswers) => void,
		readonly reject: (error: Error) => void,
	) {}

	get claimant(): Claimant {
		return this.request.claimant;
	}

	get order(): number {
		return this.request.order;
	}

	get isWaitingForOthers(): boolean {
		return this.inFlightSince !== undefined;
	}

	get unanswered(): EmailAsked[] {
		return this.request.emails.filter(({ name }) => !this.answers.has(name));
	}

	get heldClaims(): Claim[] {
		return this.claims.filter(({ isHeld }) => isHeld);
	}

	/** Compares requests of the same run only. */
	isBefore({ claimant, order }: PendingRequest): boolean {
		return this.claimant === claimant && this.order < order;
	}

	/** Whether "If in Doubt: Send" applies. */
	mayTakeOver({ name, evenInDoubt }: EmailAsked): boolean {
		return evenInDoubt === true && !this.claimant.leftInDoubt.has(name);
	}

	release(): void {
		for (const claim of this.heldClaims) claim.end('released');
	}

	resolveIfAnswered(): boolean {
		if (this.unanswered.length > 0) return false;
		this.resolve(this.answers);
		return true;
	}
}
