import type { Clock } from '../transport/clock';
import type { Claim } from './Claim';
import type { EntryAsked } from './dedupEntry';

/** The last of these are known without asking the store: a question could be lost, and leave a trace. */
const MAX_KNOWN = 500;

/**
 * An email that was sent, and certainly is in the store, is watched for so long: a process that takes seconds from reading the store to
 * writing it loses even that. It is looked at more often at first, as most calls that are slow are not slower than that.
 */
const WATCH = { forMs: 30_000, closelyForMs: 5_000, closelyEveryMs: 500, everyMs: 2_000 };
/** The last ones are watched, at most this number. */
const MAX_WATCHED = 500;
/** Rewritten so many times after an update was lost, as a write in between could lose the first. */
const REWRITES = 2;

/** The emails that this process has sent last, or has learned to be sent. */
export class RecentlySent {
	private readonly known = new Map<string, EntryAsked>();

	/** Sent by this process, and since when that is verified. */
	private watched: Array<{ claim: Claim; since: number }> = [];

	private rewritesLeft = 0;

	/** @param watchForMs how long what was sent is watched */
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

	/** When to look next, by the clock. */
	nextLookAt(lastLookAt: number): number {
		const last = this.watched.at(-1);
		if (!last) return Infinity;
		const isClose = this.clock.now() - last.since < WATCH.closelyForMs;
		return lastLookAt + (isClose ? WATCH.closelyEveryMs : WATCH.everyMs);
	}

	/** To be called when another process has written what it had read before: it may have lost any of these. */
	updateWasLost(): void {
		this.rewritesLeft = REWRITES;
	}

	get mustRewrite(): boolean {
		return this.rewritesLeft > 0;
	}

	/** Those to be written again, while `mustRewrite`. */
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
