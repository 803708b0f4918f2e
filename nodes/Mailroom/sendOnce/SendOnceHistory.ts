import type { Clock } from '../transport/clock';
import type { HistoryStore } from './HistoryStore';

/**
 * `open`: under way. `released`: it certainly was not sent, and is free again as soon as the store has that.
 * The others are for good, as far as the run goes that made the claim.
 */
export type ClaimState = 'open' | 'sent' | 'released' | 'inDoubt';

/** What a run of this process claimed, kept until it has finished. */
export interface Claim {
	readonly entry: string;
	/** The ledger of the run. */
	readonly by: object;
	/** Whether it took over what an earlier run left in doubt. */
	readonly wasInDoubt: boolean;
	state: ClaimState;
	/** Resolves when the outcome is known, and in the store; also when the store has failed. */
	readonly settled: Promise<void>;
	settle(): void;
}

/** What the runs of one node have in common in this process: who claimed what, and what is yet to be written. */
export class SendOnceHistory {
	private readonly claims = new Map<string, Claim>();

	/** Values that are to leave the store, by entry. No value is recorded while some of its entry wait here. */
	private readonly removals = new Map<string, string[]>();

	/** When the oldest of them began to wait. */
	private waitingSince = 0;

	private readonly ledgers = new Set<object>();

	private lastTurn: Promise<unknown> = Promise.resolve();

	/** @param onUnused called when the last run has left */
	constructor(
		readonly clock: Clock,
		private readonly onUnused = () => {},
	) {}

	/** The store has no lock, and two calls at once lose what one of them writes: all calls of the process take turns. */
	async exclusively<T>(work: () => Promise<T>): Promise<T> {
		const turn = this.lastTurn.then(work);
		this.lastTurn = turn.catch(() => {});
		return await turn;
	}

	claimOf(entry: string): Claim | undefined {
		return this.claims.get(entry);
	}

	claimsBy(ledger: object): Claim[] {
		return [...this.claims.values()].filter(({ by }) => by === ledger);
	}

	/** Takes the place of an earlier claim that was left in doubt. */
	addClaim(entry: string, by: object, wasInDoubt: boolean): void {
		let settle = () => {};
		const settled = new Promise<void>((resolve) => {
			settle = resolve;
		});
		this.claims.set(entry, { entry, by, wasInDoubt, state: 'open', settled, settle });
	}

	/** A claim that turned out to be another process's: the store keeps what it has of it. */
	forget(entry: string): void {
		this.claims.get(entry)?.settle();
		this.claims.delete(entry);
	}

	/** Since when a value waits to leave the store, by the clock; undefined when none does. */
	get hasRemovalsSince(): number | undefined {
		return this.removals.size > 0 ? this.waitingSince : undefined;
	}

	removeLater(entry: string, values: string[]): void {
		if (this.removals.size === 0) this.waitingSince = this.clock.now();
		this.removals.set(entry, values);
	}

	/** To be called in a turn. When the store fails, the values wait for the next time. */
	async writeRemovals(store: HistoryStore): Promise<void> {
		const removals = [...this.removals];
		if (removals.length === 0) return;
		const now = this.clock.now();
		await store.remove(removals.flatMap(([, values]) => values)).catch(async (error: unknown) => {
			// Who waits for them is not to wait for a store that may never work again: the next claim says that it failed.
			for (const [entry] of removals) this.claims.get(entry)?.settle();
			return await Promise.reject(error);
		});
		this.waitingSince = now;
		for (const [entry, values] of removals) {
			if (this.removals.get(entry) === values) this.removals.delete(entry);
			const claim = this.claims.get(entry);
			claim?.settle();
			if (claim?.state === 'released') this.claims.delete(entry);
		}
	}

	join(ledger: object): void {
		this.ledgers.add(ledger);
	}

	/** Forgets what a run claimed; nobody has to wait for it any more. */
	leave(ledger: object): void {
		for (const claim of this.claimsBy(ledger)) {
			this.claims.delete(claim.entry);
			claim.settle();
		}
		this.ledgers.delete(ledger);
		if (this.ledgers.size === 0) this.onUnused();
	}
}
