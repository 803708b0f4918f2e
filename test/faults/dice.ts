export type Dice = ReturnType<typeof dice>;

/** Chance that a seed decides, so that a run can be repeated (mulberry32). */
export function dice(seed: number) {
	let state = seed >>> 0;

	/** A number from 0 up to 1. */
	function random() {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** @param share from 0 to 1 */
	const chance = (share: number) => random() < share;

	/** @param max included */
	const integer = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));

	const pick = <T>(values: T[]): T => values[integer(0, values.length - 1)];

	function shuffled<T>(values: T[]) {
		const rest = [...values];
		return values.map(() => rest.splice(integer(0, rest.length - 1), 1)[0]);
	}

	return { chance, integer, pick, shuffled };
}
