import type { Clock } from '../transport/clock';
import type { Claim } from './Claim';
import type { EntryAsked } from './dedupEntry';

const MAX_KNOWN = 500;
/** A process that takes seconds to write what it has read undoes even what was verified. */
const WATCH = { forMs: 30_000, closelyForMs: 5_000, closelyEveryMs: 500, everyMs: 2_000 };
const MAX_WATCHED = 500;
/** A write by another process in between could undo the first. */
const REWRITES = 2;

export class RecentlySent {
	private readonly known = new Map<string, EntryAsked>();

	/** Sent by this process, and verified since then. */
	private watched: Array<{ claim: Claim; since: number }> = [];

	private rewritesLeft = 0;

	constructor(
		private readonly clock: Clock,
		private readonly watchForMs = WATCH.forMs,
	) {}

	get(name: string): EntryAsked | undefined {
		return this.known.get(name);
	}

	add(asked: EntryAsked): void {
		this.known.set(asked.name, asked);
		const [oldest] = this.known.keys();
		if (this.known.size > MAX_KNOWN) this.known.delete(oldest);
	}

	watch(claim: Claim): void {
		this.watched.push({ claim, since: this.clock.now() });
		this.dropOld();
	}

	get isWatching(): boolean {
		return this.watched.length > 0;
	}

	nextLookAt(lastLookAt: number): number {
		const last = this.watched.at(-1);
		if (!last) return Infinity;
		const isClose = this.clock.now() - last.since < WATCH.closelyForMs;
		return lastLookAt + (isClose ? WATCH.closelyEveryMs : WATCH.everyMs);
	}

	updateWasLost(): void {
		this.rewritesLeft = REWRITES;
	}

	get mustRewrite(): boolean {
		return this.rewritesLeft > 0;
	}

	get toRewrite(): Claim[] {
		return this.watched.map(({ claim }) => claim);
	}

	wereWritten(): void {
		this.rewritesLeft--;
		this.dropOld();
	}

	private dropOld(): void {
		const since = this.clock.now() - this.watchForMs;
		this.watched = this.watched.filter((one) => one.since > since).slice(-MAX_WATCHED);
	}
}
