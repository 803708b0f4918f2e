import { findNamedUnits, normalizeReason } from './rejectionReason';

export interface Rejection {
	details: { reason?: string; status?: number };
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
/** Covers all remainders modulo 12, so it hits a good unit if every second, third or fourth is good. */
const SAMPLE_STRIDE = 12;
const SAMPLE_STEP = 5;
const MAX_ADDED_SHAPES = 8;

/**
 * Finds rejected units: those named in the reason are sent alone, others in halves. Ends early if a sample of single units is rejected
 * for one reason.
 *
 * @returns the units that were then not tried
 */
export async function isolateRejected<Unit, R extends Rejection>(
	batch: Unit[],
	rejection: R,
	{ attempt, isInOrder, isOver, nameOf, bodyOf }: Attempts<Unit, R>,
): Promise<{ units: Unit[]; rejection: R } | undefined> {
	const named = new Set<Unit>();
	/** False if the service's indexes seem to start at 1. */
	let areNamesRight = true;
	const split = (part: Unit[], { details }: R): Unit[][] => {
		const those = new Set(areNamesRight ? findNamedUnits(part, details.reason ?? '', nameOf) : []);
		for (const unit of those) named.add(unit);
		if (those.size === 0) return halvesOf(part);
		return isInOrder ? aroundThose(part, those) : thoseFirst([part], those);
	};

	let queue = split(batch, rejection);
	let last = rejection;
	let rejectionCount = 1;
	/** After the sample, the search ends here if all rejections are alike. */
	let maxRejections = Infinity;
	/** Reasons of units that were tried alone. */
	const reasons = new Set<string>();
	let areAllRejected = true;
	for (let part = queue.shift(); part && !isOver(); part = queue.shift()) {
		const result = await attempt(part);
		if (!result) {
			areAllRejected = false;
			if (part.length === 1 && named.has(part[0])) areNamesRight = false;
			continue;
		}
		last = result;
		rejectionCount++;
		if (part.length > 1) queue.unshift(...split(part, result));
		else reasons.add(normalizeReason(result.details.reason ?? '', result.details.status));
		if (isInOrder || !areAllRejected || reasons.size > 1) continue;
		if (rejectionCount === maxRejections) return { units: queue.flat(), rejection: last };
		if (rejectionCount !== REJECTIONS_BEFORE_SAMPLE) continue;
		const sample = spreadSample(queue.flat(), (unit) => shapeOf(bodyOf(unit)));
		queue = thoseFirst(queue, sample);
		maxRejections = rejectionCount + sample.size;
	}
	return undefined;
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
