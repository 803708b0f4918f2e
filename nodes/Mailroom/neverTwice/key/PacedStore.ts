import type { Clock } from '../../clock';
import type { DedupStore } from './DedupStore';

/** After each call, and up to twice as long at random, so that two processes don't keep undoing each other's writes. */
const PAUSE_MS = 100;
/** A call that takes longer is late. */
const MAX_CALL_S = 30;
/** A longer timer would delay the end of the process. */
export const MAX_SLEEP_MS = 1_000;

/** Calls the store with a second try, and plans pauses between the calls. Its user makes one call at a time. */
export class PacedStore {
	private maxValues = 0;
	private pausedUntil = -Infinity;

	/** @param onLate called every second while a call is late */
	constructor(
		private readonly clock: Clock,
		private store: DedupStore,
		private readonly onLate: (error: Error) => void,
	) {}

	/** The largest history counts. */
	use(store: DedupStore, maxValues: number): void {
		this.store = store;
		this.maxValues = Math.max(this.maxValues, maxValues);
	}

	/** @returns values that were stored before */
	async add(values: string[]): Promise<Set<string>> {
		if (values.length === 0) return new Set();
		return await this.call(async (store) => await store.add(values, this.maxValues));
	}

	async remove(values: string[]): Promise<void> {
		if (values.length > 0) await this.call(async (store) => await store.remove(values));
	}

	pauseFor(ms = PAUSE_MS): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
	}

	async pauseIsOver(): Promise<void> {
		await this.clock.sleep(Math.max(0, this.pausedUntil - this.clock.now()));
	}

	/** A single call may fail, such as the first ones of two processes. */
	private async call<T>(ask: (store: DedupStore) => Promise<T>): Promise<T> {
		const { clock } = this;
		const pauseMs = PAUSE_MS * (1 + clock.random());
		try {
			return await this.answerOf(ask(this.store)).catch(async () => {
				await clock.sleep(pauseMs);
				return await this.answerOf(ask(this.store));
			});
		} finally {
			this.pauseFor(pauseMs);
		}
	}

	/** While a call hangs, there is no other: a late call could write the row as it was before the others. */
	private async answerOf<T>(call: Promise<T>): Promise<T> {
		const { clock } = this;
		const startedAt = clock.now();
		let isOver = false;
		const over = call.then(
			() => (isOver = true),
			() => (isOver = true),
		);
		while (!isOver) {
			await Promise.race([over, clock.sleep(MAX_SLEEP_MS)]);
			const isLate = !isOver && clock.now() - startedAt >= MAX_CALL_S * 1_000;
			if (isLate) this.onLate(new Error(`no answer for ${MAX_CALL_S} seconds`));
		}
		return await call;
	}
}
