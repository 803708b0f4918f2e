import { randomFrom } from '../support/randomFrom';

export type Dice = ReturnType<typeof dice>;

export function dice(seed: number) {
	const random = randomFrom(seed);

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
