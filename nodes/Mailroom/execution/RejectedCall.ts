import { comparableReason } from './comparableReason';
import { findNamedUnits } from './findNamedUnits';

/** How the service rejected a request. */
export interface Rejection {
	/** In its own words; empty when it gave none. */
	reason: string;
	status?: number;
}

/** The knowledge of the pieces of a call. */
export interface UnitHints<Unit> {
	/** Set where parts are tried in the order of their pieces: with "Stop", those before the rejected one are to be done. */
	isInOrder: boolean;
	/** The address that a reason may name. */
	addressOf(piece: Unit): string | undefined;
	/** Pieces that hold the same fields are of one kind. A reason that is about a field is about all of a kind. */
	kindOf(piece: Unit): string;
}

/** After so many rejections for one reason, nothing accepted, the whole call may be refused alike: a sample tells. */
const REJECTIONS_BEFORE_SAMPLE = 7;
/** So many are tried alone before the others are believed to be refused like them. */
const SAMPLE_SIZE = 8;
/** With a piece of each kind it may be larger. */
const LARGEST_SAMPLE = 16;
/** Steps of five in a round of twelve meet every second, third and fourth row: good rows among bad ones may stand so. */
const STEP = 5;
const ROUND = 12;
/** Of a call that follows one that was refused alike, so many are tried first. */
const FIRST_TRIES = 2;

/**
 * Decides which parts of a call are tried, after it was rejected as a whole, so that whatever the service accepts gets there in
 * few requests:
 * - a piece that the reason names is tried alone, and the others together;
 * - without a name, halves are tried;
 * - where everything is rejected for the same reason, a sample is tried, piece by piece. When that is rejected alike, too,
 *   what is left is refused without a try.
 */
export class RejectedCall<Unit> {
	/** Parts that are still to be tried. A piece stands in one of them. */
	private waiting: Unit[][] = [];

	/** Pieces that are tried alone before anything else. */
	private sample: Unit[] = [];

	private hasSample = false;

	/** How many of the sample are tried, whatever comes of the others. */
	private firstTries = 0;

	private rejections = 0;

	/** That of all rejections so far, as long as there is but one. */
	private reason: string | undefined;

	/** Holds as long as all that was tried was rejected for one reason. */
	private isAlike = true;

	/** Named by a reason, and not tried alone yet. */
	private readonly named = new Set<Unit>();

	/** Holds as long as the reasons name the right ones: a service may count from 1. */
	private namesAreRight = true;

	private constructor(private readonly hints: UnitHints<Unit>) {}

	/** @param pieces of a call that was rejected as a whole */
	static rejected<Unit>(
		units: Unit[],
		hints: UnitHints<Unit>,
		rejection: Rejection,
	): RejectedCall<Unit> {
		const call = new RejectedCall(hints);
		call.tell(units, rejection);
		return call;
	}

	/**
	 * A call that was not tried as a whole, since the one before was refused alike: some of its pieces are tried alone first.
	 *
	 * @param rejection of what that one was refused for
	 */
	static suspected<Unit>(
		units: Unit[],
		hints: UnitHints<Unit>,
		{ reason, status }: Rejection,
	): RejectedCall<Unit> {
		const call = new RejectedCall(hints);
		call.waiting = [units];
		call.reason = comparableReason(reason, status);
		call.takeSample();
		call.firstTries = FIRST_TRIES;
		return call;
	}

	/** The part to be tried next, of which `tell` is to be told; undefined when there is none. */
	next(): Unit[] | undefined {
		const alone = this.sample.shift();
		if (alone !== undefined) {
			this.waiting = this.waiting
				.map((part) => part.filter((piece) => piece !== alone))
				.filter((part) => part.length > 0);
			return [alone];
		}
		return this.isRefusedAlike ? undefined : this.waiting.shift();
	}

	/**
	 * Takes in what came of a part.
	 *
	 * @param rejection undefined when it was not rejected, so that nothing of it is to be tried again
	 */
	tell(part: Unit[], rejection: Rejection | undefined): void {
		this.firstTries--;
		this.learn(part, rejection);
		if (rejection && part.length > 1) this.divide(part, rejection);
		if (!this.isAlike) {
			this.sample.length = Math.min(this.sample.length, Math.max(this.firstTries, 0));
		} else if (!this.hasSample && this.rejections >= REJECTIONS_BEFORE_SAMPLE) {
			this.takeSample();
		}
	}

	/** Tells whether all that was tried was rejected for one reason, and that is enough to refuse the others. */
	get isRefusedAlike(): boolean {
		return this.isAlike && this.hasSample && this.sample.length === 0;
	}

	/** The pieces that are refused without a try. */
	get untried(): Unit[] {
		return this.isRefusedAlike ? this.waiting.flat() : [];
	}

	private learn(part: Unit[], rejection: Rejection | undefined): void {
		if (!rejection) {
			this.isAlike = false;
			if (part.length === 1 && this.named.has(part[0])) this.namesAreRight = false;
			return;
		}
		this.rejections++;
		// The reason for several pieces may list them, or some, or say how many: only those of single ones can be compared.
		if (part.length > 1) return;
		const reason = comparableReason(rejection.reason, rejection.status);
		this.reason ??= reason;
		this.isAlike &&= this.reason === reason;
	}

	private divide(part: Unit[], { reason }: Rejection): void {
		const named = this.namesAreRight ? findNamedUnits(part, reason, this.hints.addressOf) : [];
		for (const piece of named) this.named.add(piece);
		if (this.hints.isInOrder) {
			this.waiting.unshift(...(named.length > 0 ? aroundThose(part, named) : halvesOf(part)));
		} else if (named.length > 0) {
			const others = part.filter((piece) => !named.includes(piece));
			this.waiting.unshift(...named.map((piece) => [piece]), others);
		} else {
			// To the end: the larger parts are tried first, so that what is tried lies all over the call.
			this.waiting.push(...halvesOf(part));
		}
	}

	private takeSample(): void {
		if (this.hints.isInOrder) return;
		this.hasSample = true;
		this.sample = sampleOf(this.waiting.flat(), this.hints.kindOf);
	}
}

function halvesOf<Unit>(part: Unit[]): Unit[][] {
	const middle = Math.ceil(part.length / 2);
	return [part.slice(0, middle), part.slice(middle)];
}

/** Each of those alone, and what stands before, between and after them. */
function aroundThose<Unit>(part: Unit[], those: Unit[]): Unit[][] {
	const parts: Unit[][] = [];
	let start = 0;
	for (const piece of those) {
		const place = part.indexOf(piece);
		parts.push(part.slice(start, place), [piece]);
		start = place + 1;
	}
	return [...parts, part.slice(start)].filter(({ length }) => length > 0);
}

/** Some pieces: one of each kind, and others from all over the call. */
function sampleOf<Unit>(units: Unit[], kindOf: (piece: Unit) => string): Unit[] {
	const kinds = new Map(units.map((piece) => [kindOf(piece), piece]));
	const ofKinds = [...kinds.values()].slice(0, LARGEST_SAMPLE);
	const others = units.filter((piece) => !ofKinds.includes(piece));
	const count = Math.min(others.length, Math.max(0, SAMPLE_SIZE - ofKinds.length));
	return [...ofKinds, ...fromAllOver(others, count)];
}

/** So many of them, in different places of the round. */
function fromAllOver<Unit>(units: Unit[], count: number): Unit[] {
	if (units.length < ROUND) return units.slice(0, count);
	return Array.from({ length: count }, (_, index) => {
		const start = Math.floor((index * units.length) / count);
		const ahead = (ROUND + ((STEP * index - start) % ROUND)) % ROUND;
		return units[start + ahead] ?? units[start + ahead - ROUND];
	});
}
