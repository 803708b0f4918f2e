import type { Claim } from './Claim';
import type { EntryAsked } from './dedupEntry';

export interface EmailAsked extends EntryAsked {
	/** Claim it also when an earlier run left it in doubt. */
	evenInDoubt?: boolean;
}

/** The run that asks. */
export interface Claimant {
	/** False when the run has ended. */
	isWanted(): boolean;
	/** Names of the entries that it has left in doubt: it does not send them twice. */
	leftInDoubt: Set<string>;
}

/** The emails of one request. */
export interface ClaimRequest {
	emails: EmailAsked[];
	claimant: Claimant;
	/** Its place in the run. */
	order: number;
}

/** `inFlight`: for more than a minute. `notWanted`: the run has ended. */
export type ClaimAnswer =
	| { kind: 'claimed'; claim: Claim }
	| { kind: 'sent' | 'inDoubt' | 'otherEmail' | 'inFlight' | 'notWanted' };

export type ClaimAnswers = Map<string, ClaimAnswer>;

/** A request that is not answered yet. */
export class PendingRequest {
	/** By the name of the entry. */
	readonly answers: ClaimAnswers = new Map();

	claims: Claim[] = [];

	askAt = -Infinity;

	/** Since when another run has one of its emails in flight. */
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

	get openClaims(): Claim[] {
		return this.claims.filter(({ isOpen }) => isOpen);
	}

	/** Of the same run. */
	isBefore({ claimant, order }: PendingRequest): boolean {
		return this.claimant === claimant && this.order < order;
	}

	/** False if "Send" does not apply. */
	mayTakeOver({ name, evenInDoubt }: EmailAsked): boolean {
		return evenInDoubt === true && !this.claimant.leftInDoubt.has(name);
	}

	release(): void {
		for (const claim of this.openClaims) claim.end('released');
	}

	/** @returns whether all of its emails are answered */
	resolveIfAnswered(): boolean {
		if (this.unanswered.length > 0) return false;
		this.resolve(this.answers);
		return true;
	}
}
