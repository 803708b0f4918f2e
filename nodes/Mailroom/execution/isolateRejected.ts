import { findNamedUnits, normalizeReason } from './rejectionReason';

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
	/** Set with "Stop": nothing after the first rejected unit is sent. */
	isInOrder: boolean;
	isOver(): boolean;
	/** The address that a reason may name. */
	nameOf(unit: Unit): string | undefined;
	/** The request for a unit alone. */
	bodyOf(unit: Unit): object | undefined;
}

/** After so many rejections for one reason, with nothing accepted, a sample is tried. */
const REJECTIONS_BEFORE_SAMPLE = 7;
/** A sample with one row of each remainder by twelve meets every second, third and fourth row: good rows may stand so. */
const SAMPLE_STRIDE = 12;
/** Mixes the remainders. */
const SAMPLE_STEP = 5;
/** The number of rows with other fields that are added to the sample. */
const MAX_ADDED_SHAPES = 8;

/**
 * Sends a rejected batch in parts, so that everything that the service accepts gets there in few requests: units that the reason names
 * alone, else halves. The search ends when all of that and a sample of single units is rejected for one reason.
 *
 * @returns the units that were not sent because of that, and the last rejection
 */
export async function isolateRejected<Unit, R extends Rejection>(
	batch: Unit[],
	rejection: R,
	attempts: Attempts<Unit, R>,
): Promise<{ units: Unit[]; rejection: R } | undefined> {
	const search = new Search(attempts);
	search.record(batch, rejection);
	let last = rejection;
	while (!search.isSettled) {
		const part = search.queue.shift();
		if (!part || attempts.isOver()) return undefined;
		const result = await attempts.attempt(part);
		search.record(part, result);
		last = result ?? last;
	}
	return { units: search.queue.flat(), rejection: last };
}

/** The parts that are still to be sent, and what the results so far say about them. */
class Search<Unit, R extends Rejection> {
	queue: Unit[][] = [];

	/** The number of units at the head of the queue that belong to the sample; undefined without one. */
	private sampleLeft: number | undefined;

	private rejectionCount = 0;

	private isAllRejected = true;

	/** Those for single units: a reason for several may list them, or count them. */
	private readonly reasons = new Set<string>();

	private readonly named = new Set<Unit>();

	/** A service may count from 1: then its reasons name the wrong units. */
	private areNamesRight = true;

	constructor(private readonly attempts: Attempts<Unit, R>) {}

	get isSettled(): boolean {
		return this.sampleLeft === 0 && this.isAlike;
	}

	private get isAlike(): boolean {
		return this.isAllRejected && this.reasons.size <= 1;
	}

	/** @param rejection undefined if the part was not rejected */
	record(part: Unit[], rejection: R | undefined): void {
		if (!rejection) {
			this.isAllRejected = false;
			if (part.length === 1 && this.named.has(part[0])) this.areNamesRight = false;
		} else {
			this.rejectionCount++;
			if (part.length > 1) this.queue.unshift(...this.partsOf(part, rejection));
			else this.reasons.add(normalizeReason(rejection.reason, rejection.status));
		}
		if (this.sampleLeft) this.sampleLeft--;
		if (!this.isAlike) this.dropSample();
		else if (this.rejectionCount === REJECTIONS_BEFORE_SAMPLE) this.takeSample();
	}

	private partsOf(part: Unit[], { reason }: R): Unit[][] {
		const { nameOf, isInOrder } = this.attempts;
		const named = new Set(this.areNamesRight ? findNamedUnits(part, reason, nameOf) : []);
		for (const unit of named) this.named.add(unit);
		if (named.size === 0) return halvesOf(part);
		if (isInOrder) return aroundThose(part, named);
		return [...[...named].map((unit) => [unit]), part.filter((unit) => !named.has(unit))];
	}

	private takeSample(): void {
		const { isInOrder, bodyOf } = this.attempts;
		if (isInOrder) return;
		const sample = spreadSample(this.queue.flat(), (unit) => shapeOf(bodyOf(unit)));
		const others = this.queue.map((part) => part.filter((unit) => !sample.has(unit)));
		this.sampleLeft = sample.size;
		this.queue = [...[...sample].map((unit) => [unit]), ...others].filter(
			({ length }) => length > 0,
		);
	}

	/** The rest of a sample that decides nothing any more is sent as one part. */
	private dropSample(): void {
		if (this.sampleLeft) this.queue.unshift(this.queue.splice(0, this.sampleLeft).flat());
		this.sampleLeft = undefined;
	}
}

function halvesOf<Unit>(part: Unit[]): Unit[][] {
	const middle = Math.ceil(part.length / 2);
	return [part.slice(0, middle), part.slice(middle)];
}

/** Each of those alone, and the others before, between and after them. */
function aroundThose<Unit>(part: Unit[], those: Set<Unit>): Unit[][] {
	const parts: Unit[][] = [];
	for (const unit of part) {
		const last = parts.at(-1);
		if (last && !those.has(unit) && !those.has(last[0])) last.push(unit);
		else parts.push([unit]);
	}
	return parts;
}

/** One unit from each twelfth of the batch, each with another remainder by twelve, and one of each other shape. */
function spreadSample<Unit>(units: Unit[], shape: (unit: Unit) => string): Set<Unit> {
	if (units.length <= SAMPLE_STRIDE) return new Set(units);
	const spread = Array.from({ length: SAMPLE_STRIDE }, (_, position) => {
		const near = Math.floor((position * units.length) / SAMPLE_STRIDE);
		const remainder = (position * SAMPLE_STEP) % SAMPLE_STRIDE;
		const index = near - (near % SAMPLE_STRIDE) + remainder;
		return units[index < units.length ? index : index - SAMPLE_STRIDE];
	});
	const shapes = new Set(spread.map(shape));
	const ofOtherShapes = new Map(units.map((unit) => [shape(unit), unit]));
	const others = [...ofOtherShapes].flatMap(([one, unit]) => (shapes.has(one) ? [] : [unit]));
	return new Set([...spread, ...others.slice(0, MAX_ADDED_SHAPES)]);
}

/** The fields of a body with their types, because a reason may be about a field. Members of an array count by their values. */
function shapeOf(body: object | undefined): string {
	return JSON.stringify(body, function (this: unknown, _: string, value: unknown): unknown {
		const isKept = Array.isArray(this) || typeof value === 'object' || value === undefined;
		return isKept ? value : typeof value;
	});
}
