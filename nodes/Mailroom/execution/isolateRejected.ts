import { findNamedUnits, normalizeReason } from './rejectionReason';

export interface Rejection {
	reason: string;
	status?: number;
}

export interface Attempts<Unit, R extends Rejection> {
	/** Resolves with nothing unless the service rejected the request. */
	attempt(units: Unit[]): Promise<R | undefined>;
	isInOrder: boolean;
	isOver(): boolean;
	nameOf(unit: Unit): string | undefined;
	bodyOf(unit: Unit): object | undefined;
}

const REJECTIONS_BEFORE_SAMPLE = 7;
/** Good rows may be every second, third or fourth: a sample with each remainder by twelve meets them. */
const SAMPLE_STRIDE = 12;
const SAMPLE_STEP = 5;
const MAX_ADDED_SHAPES = 8;

/**
 * Sends the units alone that a reason names, else halves. If all of that and a sample of single units is rejected for one reason, the
 * search ends.
 *
 * @returns the units that were not tried then
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

class Search<Unit, R extends Rejection> {
	queue: Unit[][] = [];

	/** The units of the sample at the head of the queue. */
	private sampleLeft: number | undefined;

	private rejectionCount = 0;

	/** Nothing was accepted, and the units that were tried alone have one reason. */
	private isAlike = true;

	private readonly reasons = new Set<string>();

	private readonly named = new Set<Unit>();

	/** A service may count from 1: then its reasons name the wrong units. */
	private areNamesRight = true;

	constructor(private readonly attempts: Attempts<Unit, R>) {}

	get isSettled(): boolean {
		return this.sampleLeft === 0 && this.isAlike;
	}

	record(part: Unit[], rejection: R | undefined): void {
		if (!rejection) {
			this.isAlike = false;
			if (part.length === 1 && this.named.has(part[0])) this.areNamesRight = false;
		} else {
			this.rejectionCount++;
			if (part.length > 1) this.queue.unshift(...this.partsOf(part, rejection));
			else this.reasons.add(normalizeReason(rejection.reason, rejection.status));
			if (this.reasons.size > 1) this.isAlike = false;
		}
		if (this.sampleLeft) this.sampleLeft--;
		if (this.isAlike && this.rejectionCount === REJECTIONS_BEFORE_SAMPLE) this.takeSample();
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
}

function halvesOf<Unit>(part: Unit[]): Unit[][] {
	const middle = Math.ceil(part.length / 2);
	return [part.slice(0, middle), part.slice(middle)];
}

function aroundThose<Unit>(part: Unit[], those: Set<Unit>): Unit[][] {
	const parts: Unit[][] = [];
	for (const unit of part) {
		const last = parts.at(-1);
		if (last && !those.has(unit) && !those.has(last[0])) last.push(unit);
		else parts.push([unit]);
	}
	return parts;
}

/** One unit from each twelfth, and some with other fields, which the reason may be about. */
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

function shapeOf(body: object | undefined): string {
	return JSON.stringify(body, function (this: unknown, _: string, value: unknown): unknown {
		const isKept = Array.isArray(this) || typeof value === 'object' || value === undefined;
		return isKept ? value : typeof value;
	});
}
