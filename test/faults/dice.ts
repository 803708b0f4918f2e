/**
 * Chance that a seed decides, so that a run can be repeated (mulberry32).
 *
 * @typedef {ReturnType<typeof dice>} Dice
 *
 * @param {number} seed
 */
function dice(seed) {
	let state = seed >>> 0;

	/** A number from 0 up to 1. */
	function random() {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}

	/** @param {number} share from 0 to 1 */
	const chance = (share) => random() < share;

	/** @param {number} min @param {number} max included */
	const integer = (min, max) => min + Math.floor(random() * (max - min + 1));

	/** @template T @param {T[]} values @returns {T} */
	const pick = (values) => values[integer(0, values.length - 1)];

	/** @template T @param {T[]} values */
	function shuffled(values) {
		const rest = [...values];
		return values.map(() => rest.splice(integer(0, rest.length - 1), 1)[0]);
	}

	return { chance, integer, pick, shuffled };
}

module.exports = { dice };
