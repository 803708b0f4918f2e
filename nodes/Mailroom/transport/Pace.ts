import { REQUESTS_PER_SECOND } from '../service';

/*
 * How a process finds its part of a limit that it shares with others, when all it learns of them is that its own requests
 * are answered 429. The numbers come from simulations: bench/simulation/README.md.
 */

/**
 * A little more than the service's second, so that eleven requests arrive more than a second apart even when one of them is
 * held up on its way.
 */
const ROUND_MS = 1040;
const HALF = REQUESTS_PER_SECOND / 2;
/** In starts per round, as all shares: of who has no room, and looks for it. */
const SMALLEST_SHARE = 1 / 5;
/** 429s so close to each other are about the same. */
const RELATED_MS = 2_500;
/** By so much a 429 that comes alone makes ten starts per round fewer: requests are not equally long on their way. */
const SHARE_FOR_LATENESS = 0.15;
/** Who makes more starts waits longer before it tries one more, so that the parts become equal. */
const CALM_MS_PER_START = 1_400;
/** A larger share that nobody has objected to for so long, and for two starts, has held. */
const TRY_MS = 750;

/**
 * How far apart the starts of this process are: a tenth of a round while no 429 comes, then more.
 *
 * - A 429 that comes alone is chance. It takes back a larger share that was being tried, and makes the full pace a little slower.
 * - Another one soon after takes a step down: one start per round less. At one start per round each 429 does, and leaves one in
 *   five rounds: the process has lost its room and looks for another. Two requests accepted in a row have found it.
 * - One directly after another, or the third in a round, is a crowd: the queue pauses, with half of the full pace or a step
 *   less, and half again where that happens twice. More 429s in a row are the same event.
 * - After a calm the share is tried a step larger, and another step as long as nobody objects.
 *
 * What keeps workers out of each other's way is that all their intervals fit into rounds of the same length: requests that
 * have found room find it again a round later.
 */
export class Pace {
	/** The mark of the last 429. */
	private share = REQUESTS_PER_SECOND;

	private calmSince = -Infinity;

	/** Requests that started before say nothing of the present share. */
	private keptSince = -Infinity;

	private crowdedAt = -Infinity;

	/** When the present share had its last two 429s, the latest first. */
	private refusals: number[] = [];

	private lastRefusal = -Infinity;

	private refusalsInARow = 0;

	/** Since the present share was left by a 429. */
	private admissions = 0;

	/** Any ten starts and the one after them span so much, in ms. */
	get roundMs(): number {
		return ROUND_MS;
	}

	/** @returns time from a start at `now` to the next, in ms */
	intervalMs(now: number): number {
		return ROUND_MS / this.shareAt(now).tried;
	}

	/** To be called for every answer that is no 429. */
	admitted(startedAt: number): void {
		if (startedAt < this.keptSince) return;
		this.refusalsInARow = 0;
		this.admissions++;
		if (this.share < 1 && this.admissions > 1) {
			this.share = 1;
			this.calmSince = startedAt;
		}
	}

	/**
	 * To be called for every 429.
	 *
	 * @param startedAt when its request did
	 * @returns whether the whole queue is to pause
	 */
	refused(now: number, startedAt: number): boolean {
		if (startedAt < this.keptSince) return false;
		const { tried, held } = this.shareAt(now);
		const [oneAgo = -Infinity, twoAgo = -Infinity] = this.refusals;
		this.refusals = [now, oneAgo];
		this.refusalsInARow = now - this.lastRefusal < RELATED_MS ? this.refusalsInARow + 1 : 1;
		this.lastRefusal = now;

		if (this.refusalsInARow > 2) this.keepTo(tried, now);
		else if (this.refusalsInARow === 2 || now - twoAgo < ROUND_MS) this.makeRoom(tried, now);
		else {
			if (tried > REQUESTS_PER_SECOND - 1) this.allowForLateness(tried, now);
			else if (now - oneAgo < RELATED_MS || tried <= 1) this.keepTo(stepDown(tried), now);
			else if (held < tried) this.keepTo(held, now);
			else this.calmSince = now;
			// One that waited for its time would meet the same requests of other workers again, rounds later.
			return this.share < 1;
		}
		return true;
	}

	private makeRoom(share: number, now: number): void {
		const isAgain = now - this.crowdedAt < RELATED_MS;
		this.crowdedAt = now;
		this.keepTo(
			isAgain && share > 1 ? Math.floor(share / 2) : Math.min(HALF, stepDown(share)),
			now,
		);
	}

	private allowForLateness(share: number, now: number): void {
		this.share = share - SHARE_FOR_LATENESS;
		this.calmSince = now;
	}

	private keepTo(share: number, now: number): void {
		this.share = share;
		this.calmSince = now;
		this.keptSince = now;
		this.refusals = [];
		this.admissions = 0;
	}

	/** The share that is tried now, and the one before, which has held. */
	private shareAt(now: number): { tried: number; held: number } {
		let held = this.share;
		let tried = this.share;
		let stepAt = this.calmSince + CALM_MS_PER_START * (tried + 6) + (2 * ROUND_MS) / tried;
		while (now > stepAt && tried < REQUESTS_PER_SECOND) {
			held = tried;
			tried = Math.floor(tried) + 1;
			stepAt += TRY_MS + (2 * ROUND_MS) / tried;
		}
		return { tried, held };
	}
}

function stepDown(share: number): number {
	return share > 1 ? Math.ceil(share) - 1 : SMALLEST_SHARE;
}
