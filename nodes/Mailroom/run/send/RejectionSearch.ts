import { findNamedUnits } from './rejectionReason';

/**
 * Rejected alone, one after another. Without a jump, 20 bad rows at the top would end a run before its good rows are tried. With 2 or 8, a
 * run in which 90 of 100 rows are rejected leaves a good row untried in 10 of 100 cases. With 4, in 5 of 100.
 */
const REJECTIONS_BEFORE_JUMP = 4;

/**
 * Finds the rejected units of a batch. Splits it around the units that the reason names, else in halves, until each rejected unit
 * was tried alone. Keeps the order of the units, but jumps ahead where everything is rejected. `failureScope` says which statuses
 * may concern a part only.
 */
export class RejectionSearch<Unit> {
	private parts: Unit[][];
	private rejectedInARow = 0;
	/** The last ones of parts that stand before a named unit. */
	private readonly beforeNamed = new Set<Unit>();
	private isFirstNamed = true;

	/** @param reason in the words of the service */
	constructor(
		batch: Unit[],
		reason: string | undefined,
		private readonly nameOf: (unit: Unit) => string | undefined,
	) {
		this.parts = this.split(batch, reason);
	}

	/** The part to try next; undefined at the end. */
	next(): Unit[] | undefined {
		return this.parts.shift();
	}

	/** Units of parts that were not tried yet. */
	get rest(): Unit[] {
		return this.parts.flat();
	}

	notRejected(): void {
		this.rejectedInARow = 0;
	}

	rejected(part: Unit[], reason: string | undefined): void {
		// A reason that names the last of many would cost a try of all others for each.
		if (part.slice(-1).some((last) => this.beforeNamed.has(last))) this.isFirstNamed = false;
		if (part.length > 1) this.parts.unshift(...this.split(part, reason));
		else if (++this.rejectedInARow % REJECTIONS_BEFORE_JUMP === 0) this.jump();
	}

	private split(part: Unit[], reason = ''): Unit[][] {
		const named = new Set(findNamedUnits(part, reason, this.nameOf));
		if (named.size === 0) return halvesOf(part);
		const parts = partsAround(named, part);
		for (const last of lastOnesBefore(named, part)) this.beforeNamed.add(last);
		if (this.isFirstNamed) return parts;
		return parts.flatMap((one) => (one.length > 1 ? halvesOf(one) : [one]));
	}

	/** Good units would wait for long behind bad ones, which often stand together. */
	private jump(): void {
		const [longest] = [...this.parts].sort((one, other) => other.length - one.length);
		if (longest === undefined || longest.length === 1) return;
		const [near, far] = halvesOf(longest);
		this.parts = [far, ...this.parts.map((part) => (part === longest ? near : part))];
	}
}

function halvesOf<Unit>(part: Unit[]): [Unit[], Unit[]] {
	const middle = Math.ceil(part.length / 2);
	return [part.slice(0, middle), part.slice(middle)];
}

function lastOnesBefore<Unit>(those: Set<Unit>, part: Unit[]): Unit[] {
	return part.filter(
		(unit, place) => place + 1 < part.length && !those.has(unit) && those.has(part[place + 1]),
	);
}

function partsAround<Unit>(those: Set<Unit>, part: Unit[]): Unit[][] {
	const parts: Unit[][] = [];
	for (const unit of part) {
		const last = parts.at(-1);
		if (last && !those.has(unit) && !those.has(last[0])) last.push(unit);
		else parts.push([unit]);
	}
	return parts;
}
