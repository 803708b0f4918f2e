import { findNamedUnits, normalizeReason } from './rejectionReason';

export interface Reason {
	/** In the words of the service. */
	reason?: string;
	status?: number;
}

interface Traits<Unit> {
	/** Units are tried in their order, so that the first rejected one ends the run. */
	isInOrder: boolean;
	nameOf(unit: Unit): string | undefined;
	bodyOf(unit: Unit): object | undefined;
}

const REJECTIONS_BEFORE_SAMPLE = 7;
/** Covers all remainders modulo 12, so it hits a good unit if every second, third or fourth is good. */
const SAMPLE_STRIDE = 12;
const SAMPLE_STEP = 5;
const MAX_ADDED_SHAPES = 8;

/**
 * Finds the rejected units of a batch: those named in the reason are tried alone, others in halves. Ends early if a sample of single
 * units is rejected for one reason.
 */
export class RejectedUnits<Unit, Why extends Reason> {
	private queue: Unit[][];
	private readonly named = new Set<Unit>();
	/** False if the service's indexes seem to start at 1. */
	private areNamesRight = true;
	private rejections = 1;
	/** After the sample, the search ends here if all rejections are alike. */
	private maxRejections = Infinity;
	/** Reasons of units that were tried alone. */
	private readonly reasons = new Set<string>();
	private areAllRejected = true;

	constructor(
		batch: Unit[],
		public lastReason: Why,
		private readonly traits: Traits<Unit>,
	) {
		this.queue = this.split(batch, lastReason);
	}

	/** The part to try next; undefined at the end. */
	next(): Unit[] | undefined {
		return this.isGivenUp ? undefined : this.queue.shift();
	}

	/** Units that need not be tried, as all that were tried are rejected alike. */
	get rest(): Unit[] {
		return this.queue.flat();
	}

	notRejected(part: Unit[]): void {
		this.areAllRejected = false;
		if (part.length === 1 && this.named.has(part[0])) this.areNamesRight = false;
	}

	rejected(part: Unit[], why: Why): void {
		this.lastReason = why;
		this.rejections++;
		if (part.length > 1) this.queue.unshift(...this.split(part, why));
		else this.reasons.add(normalizeReason(why.reason ?? '', why.status));
		if (this.seemAlike && this.rejections === REJECTIONS_BEFORE_SAMPLE) this.takeSample();
	}

	private get seemAlike(): boolean {
		return !this.traits.isInOrder && this.areAllRejected && this.reasons.size <= 1;
	}

	private get isGivenUp(): boolean {
		return this.seemAlike && this.rejections >= this.maxRejections;
	}

	private takeSample(): void {
		const { bodyOf } = this.traits;
		const sample = spreadSample(this.rest, (unit) => shapeOf(bodyOf(unit)));
		this.queue = thoseFirst(this.queue, sample);
		this.maxRejections = this.rejections + sample.size;
	}

	private split(part: Unit[], { reason = '' }: Reason): Unit[][] {
		const { isInOrder, nameOf } = this.traits;
		const those = new Set(this.areNamesRight ? findNamedUnits(part, reason, nameOf) : []);
		for (const unit of those) this.named.add(unit);
		if (those.size === 0) return halvesOf(part);
		return isInOrder ? aroundThose(part, those) : thoseFirst([part], those);
	}
}

function thoseFirst<Unit>(parts: Unit[][], those: Set<Unit>): Unit[][] {
	const others = parts.map((part) => part.filter((unit) => !those.has(unit)));
	return [...[...those].map((unit) => [unit]), ...others.filter(({ length }) => length > 0)];
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

/** One unit from each twelfth, and some with other fields. */
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
