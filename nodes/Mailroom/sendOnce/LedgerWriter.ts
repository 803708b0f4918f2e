import type { Clock } from '../transport/clock';
import type { CallTimes } from './CallTimes';
import type { Claim } from './Claim';
import type { ClaimQueue } from './ClaimQueue';
import { leasePeriod, newMark } from './dedupEntry';
import type { DedupStore } from './DedupStore';
import { HistoryRetention } from './HistoryRetention';

/** Each write renews leases and repairs lost updates. */
const RENEW_AFTER_MS = 500;
/** Claims count as certain this long after a read. */
const COUNTS_FOR_MS = 2 * RENEW_AFTER_MS;

/** n8n blocks while it searches the history for each value. */
const MAX_REMOVED_AT_ONCE = 100;

/** Long enough for processes that take seconds for a call. */
export const WATCH_MS = 30_000;
const WATCH = { closelyForMs: 5_000, closelyEveryMs: 500, everyMs: 2_000 };
const MAX_WATCHED = 500;

/** Each write removes ended claims, records open ones, and detects lost updates. */
export class LedgerWriter {
	private readonly retention: HistoryRetention;

	private oldMarks: string[] = [];

	private endedAt = -Infinity;

	private seenAt = -Infinity;

	/** Durations of the last two writes. */
	private writesMs = [0, 0];

	constructor(
		private readonly clock: Clock,
		private readonly queue: ClaimQueue,
		private readonly times: CallTimes,
		private readonly watchForMs: number,
	) {
		this.retention = new HistoryRetention(clock);
	}

	/** True if the store was read a moment ago. */
	get isCurrent(): boolean {
		// A single slow write must not extend the period.
		const countsForMs = Math.max(COUNTS_FOR_MS, 2 * Math.min(...this.writesMs));
		return this.clock.now() - this.seenAt < countsForMs;
	}

	/**
	 * Leaves a pause after each write, so that others can write. Calls that always overlap would undo each other unnoticed.
	 *
	 * @param isAwaited whether a run waits for the next write
	 */
	nextAt(isAwaited: boolean): number {
		const { queue, endedAt, times } = this;
		const isInUse = isAwaited || queue.all.some(({ isHeld }) => isHeld);
		const dueAt = Math.min(
			queue.askAt,
			...queue.all.map(nextStepAt),
			isInUse ? endedAt + RENEW_AFTER_MS : Infinity,
			endedAt + this.watchEveryMs,
		);
		return Math.max(dueAt, endedAt + times.settlesAfterMs);
	}

	async write(store: DedupStore, historySize: number): Promise<void> {
		try {
			const ended = await this.removeEnded(store);
			const fresh = this.queue.claimWaiting();
			await this.record(store, ended, fresh).catch((error: unknown) => {
				for (const claim of fresh) this.queue.forget(claim);
				throw error;
			});
			// Trimming can wait for a later pause.
			await this.retention.trim(store, historySize).catch(() => {});
		} finally {
			this.endedAt = this.clock.now();
		}
	}

	/** Marks that remain are harmless. */
	async removeMarks(store: DedupStore): Promise<void> {
		await this.remove(store, []);
	}

	private get watched(): Claim[] {
		return this.queue.all.filter(({ stage }) => stage === 'watched');
	}

	private get watchEveryMs(): number {
		const { watched } = this;
		if (watched.length === 0) return Infinity;
		const latest = Math.max(...watched.map(({ dueAt }) => dueAt));
		const isClose = this.clock.now() - latest < WATCH.closelyForMs;
		return isClose ? WATCH.closelyEveryMs : WATCH.everyMs;
	}

	private async removeEnded(store: DedupStore): Promise<Claim[]> {
		const all = this.queue.all.filter(({ isToBeRemoved }) => isToBeRemoved);
		const ended = all.slice(0, MAX_REMOVED_AT_ONCE);
		if (ended.length === 0) return [];
		await this.remove(
			store,
			ended.flatMap((claim) => claim.valuesToRemove()),
		);
		const sentMark = newMark();
		for (const claim of ended) {
			claim.stage = 'checking';
			claim.dueAt = this.clock.now() + this.times.checkedAfterMs;
			claim.sentMark = sentMark;
		}
		return ended;
	}

	private async record(store: DedupStore, ended: Claim[], fresh: Claim[]): Promise<void> {
		const { clock, times, queue } = this;
		const claims = queue.all;
		const readAt = clock.now();
		const period = leasePeriod(clock.timeOfDay());
		const use = this.retention.ofWrite();
		const values = [
			...use.values,
			...claims.flatMap((claim) => claim.valuesToRecord(period, readAt)),
		];
		const stored = await times.timed(async () => await store.record([...new Set(values)]));
		use.look(stored);
		for (const claim of claims) {
			if (ended.includes(claim)) continue;
			if (claim.isRemoved) this.check(claim, stored, readAt);
			else if (fresh.includes(claim) || claim.isLostIn(stored)) {
				queue.judge(claim, stored, period);
				if (claim.isForeign) continue;
				claim.stage = 'settling';
			} else if (claim.stage === 'settling') claim.stage = 'settled';
		}
		this.dropWatched();
		this.seenAt = readAt;
		this.writesMs = [clock.now() - readAt, this.writesMs[0]];
		queue.answerSettled();
	}

	private check(claim: Claim, stored: ReadonlySet<string>, readAt: number): void {
		const isChecked = claim.isCheckDue(readAt);
		// The check has recorded the mark again.
		if (isChecked) this.oldMarks.push(claim.mark);
		if (claim.isBackIn(stored, readAt)) claim.stage = 'settled';
		else if (isChecked && claim.isSent) claim.stage = 'watched';
		else if (isChecked) this.queue.forget(claim);
	}

	private dropWatched(): void {
		const { watched, queue } = this;
		const since = this.clock.now() - this.watchForMs;
		const dropped = watched.filter(
			({ dueAt }, index) => dueAt <= since || index < watched.length - MAX_WATCHED,
		);
		for (const claim of dropped) queue.forget(claim);
		const needed = new Set(queue.all.map(({ sentMark }) => sentMark));
		const marks = dropped.map(({ sentMark }) => sentMark);
		this.oldMarks.push(...marks.filter((mark) => !needed.has(mark)));
	}

	private async remove(store: DedupStore, ended: string[]): Promise<void> {
		const values = new Set([...this.oldMarks, ...ended]);
		if (values.size === 0) return;
		await this.times.timed(async () => await store.remove([...values]));
		this.oldMarks = [];
	}
}

function nextStepAt({ isToBeRemoved, stage, dueAt }: Claim): number {
	if (isToBeRemoved || stage === 'settling') return -Infinity;
	return stage === 'checking' ? dueAt : Infinity;
}
