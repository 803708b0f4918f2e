import { findNamedUnits } from './rejectionReason';

/** Rejected alone, one after another. */
const REJECTIONS_BEFORE_JUMP = 4;

/**
 * Finds the rejected units of a batch. Splits it around the units that the reason names, else in halves, until each rejected unit
 * was tried alone. Keeps the order of the units, but jumps ahead where everything is rejected.
 */
export class RejectedUnits<Unit> {
	private parts: Unit[][];
	private rejectedInARow = 0;

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
		if (part.length > 1) this.parts.unshift(...this.split(part, reason));
		else if (++this.rejectedInARow % REJECTIONS_BEFORE_JUMP === 0) this.jump();
	}

	private split(part: Unit[], reason = ''): Unit[][] {
		const named = new Set(findNamedUnits(part, reason, this.nameOf));
		return named.size > 0 ? partsAround(named, part) : halvesOf(part);
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

function partsAround<Unit>(those: Set<Unit>, part: Unit[]): Unit[][] {
	const parts: Unit[][] = [];
	for (const unit of part) {
		const last = parts.at(-1);
		if (last && !those.has(unit) && !those.has(last[0])) last.push(unit);
		else parts.push([unit]);
	}
	return parts;
}
