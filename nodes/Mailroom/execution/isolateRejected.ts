import { findNamedUnits } from './findNamedUnits';
import { normalizeReason } from './normalizeReason';

/** How the service rejected a request. */
export interface Rejection {
	/** In its own words; empty if it gave none. */
	reason: string;
	status?: number;
}

/** How the units of a rejected batch are sent, and what is known of them. */
export interface Attempts<Unit, R extends Rejection> {
	/** Sends units in one request. Resolves with nothing unless the service rejected it. */
	attempt(units: Unit[]): Promise<R | undefined>;
	/** Set with "Stop": everything before the first rejected unit is sent, and nothing after it. */
	isInOrder: boolean;
	/** Nothing more may be sent. */
	isOver(): boolean;
	/** The address that a reason may name. */
	nameOf(unit: Unit): string | undefined;
	/** The set of fields of a unit. A reason that is about a field is about all units that have it. */
	shapeOf(unit: Unit): string;
}

/** Units that were not tried alone, because everything that was tried was rejected for one reason. */
export interface Assumed<Unit, R> {
	units: Unit[];
	rejection: R;
}

/** After so many rejections for one reason, with nothing accepted, a sample is tried. */
const REJECTIONS_BEFORE_SAMPLE = 7;
/** A sample with one row of each remainder by twelve meets every second, third and fourth row: good rows may stand so. */
const SAMPLE_STRIDE = 12;
/** Mixes the remainders, so that the sample meets good rows wherever they begin. */
const SAMPLE_STEP = 5;
/** One row of each shape that the stride has not met is added, up to so many. */
const MAX_ADDED_SHAPES = 8;

/**
 * Sends parts of a batch that was rejected as a whole, so that everything that the service accepts gets there in few requests:
 * units that the reason names alone, else halves. If all of that is rejected for one reason, and so is a sample from all over the
 * batch, unit by unit, the search ends.
 *
 * @returns the units that were not sent because of that
 */
export async function isolateRejected<Unit, R extends Rejection>(
	batch: Unit[],
	rejection: R,
	attempts: Attempts<Unit, R>,
): Promise<Assumed<Unit, R> | undefined> {
	const isolation = new Isolation(attempts);
	isolation.record(batch, rejection);
	let last = rejection;
	while (!isolation.isSettled) {
		const part = isolation.queue.shift();
		if (!part || attempts.isOver()) return undefined;
		const result = await attempts.attempt(part);
		isolation.record(part, result);
		last = result ?? last;
	}
	return { units: isolation.queue.flat(), rejection: last };
}

/** The parts that are still to be sent, and what the results so far say about them. */
class Isolation<Unit, R extends Rejection> {
	queue: Unit[][] = [];

	/** Units at the head of the queue, each alone, that decide about the others; undefined before the sample is taken. */
	private sampleLeft: number | undefined;

	private rejectionCount = 0;

	private isAllRejected = true;

	/** The reasons for single units: those for several may list them, or some, or say how many. */
	private readonly reasons = new Set<string>();

	private readonly named = new Set<Unit>();

	/** A service may count from 1: then its reasons name the wrong units. */
	private areNamesRight = true;

	constructor(private readonly attempts: Attempts<Unit, R>) {}

	/** Everything that was tried was rejected for one reason, and that is enough. */
	get isSettled(): boolean {
		return this.sampleLeft === 0 && this.hasSingleReason;
	}

	/** @param rejection undefined if the part was not rejected, so that it is not tried again */
	record(part: Unit[], rejection: R | undefined): void {
		if (rejection) this.rejected(part, rejection);
		else this.notRejected(part);
		if (this.sampleLeft) this.sampleLeft--;
		if (!this.hasSingleReason) this.dropSample();
		else if (this.rejectionCount === REJECTIONS_BEFORE_SAMPLE) this.takeSample();
	}

	private rejected(part: Unit[], rejection: R): void {
		this.rejectionCount++;
		if (part.length > 1) this.queue.unshift(...this.partsOf(part, rejection));
		else this.reasons.add(normalizeReason(rejection.reason, rejection.status));
	}

	private notRejected(part: Unit[]): void {
		this.isAllRejected = false;
		if (part.length === 1 && this.named.has(part[0])) this.areNamesRight = false;
	}

	private get hasSingleReason(): boolean {
		return this.isAllRejected && this.reasons.size <= 1;
	}

	private partsOf(part: Unit[], { reason }: R): Unit[][] {
		const { nameOf, isInOrder } = this.attempts;
		const named = new Set(this.areNamesRight ? findNamedUnits(part, reason, nameOf) : []);
		for (const unit of named) this.named.add(unit);
		if (named.size === 0) return halvesOf(part);
		if (isInOrder) return aroundThose(part, named);
		return [...[...named].map((unit) => [unit]), part.filter((unit) => !named.has(unit))];
	}

	/** Brings the sample to the head of the queue. */
	private takeSample(): void {
		const { isInOrder, shapeOf } = this.attempts;
		if (isInOrder) return;
		const sample = spreadSample(this.queue.flat(), shapeOf);
		const others = this.queue.map((part) => part.filter((unit) => !sample.has(unit)));
		this.sampleLeft = sample.size;
		this.queue = [...[...sample].map((unit) => [unit]), ...others].filter(
			({ length }) => length > 0,
		);
	}

	/** The rest of the sample is sent as one part, as it has nothing to decide any more. */
	private dropSample(): void {
		if (this.sampleLeft) this.queue.unshift(this.queue.splice(0, this.sampleLeft).flat());
		this.sampleLeft = undefined;
	}
}

function halvesOf<Unit>(part: Unit[]): Unit[][] {
	const middle = Math.ceil(part.length / 2);
	return [part.slice(0, middle), part.slice(middle)];
}

/** Each of those alone, and what stands before, between and after them. */
function aroundThose<Unit>(part: Unit[], those: Set<Unit>): Unit[][] {
	const parts: Unit[][] = [];
	for (const unit of part) {
		const last = parts.at(-1);
		if (last && !those.has(unit) && !those.has(last[0])) last.push(unit);
		else parts.push([unit]);
	}
	return parts;
}

/** Units from all over, one of each remainder, and of each shape. */
function spreadSample<Unit>(units: Unit[], shapeOf: (unit: Unit) => string): Set<Unit> {
	if (units.length <= SAMPLE_STRIDE) return new Set(units);
	const spread = Array.from({ length: SAMPLE_STRIDE }, (_, remainder) => {
		const count = Math.ceil((units.length - remainder) / SAMPLE_STRIDE);
		const turn = (remainder * SAMPLE_STEP) % SAMPLE_STRIDE;
		return units[remainder + SAMPLE_STRIDE * Math.floor((turn * count) / SAMPLE_STRIDE)];
	});
	const shapes = new Set(spread.map(shapeOf));
	const ofOtherShapes = new Map<string, Unit>();
	for (const unit of units) {
		const shape = shapeOf(unit);
		if (!shapes.has(shape)) ofOtherShapes.set(shape, unit);
	}
	return new Set([...spread, ...[...ofOtherShapes.values()].slice(0, MAX_ADDED_SHAPES)]);
}
