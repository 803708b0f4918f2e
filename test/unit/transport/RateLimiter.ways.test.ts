import {
	goodputToTheEnd,
	mostStartsInASecond,
	refusedPart,
} from '../../../tools/simulation/measure';
import { simulate, type Scenario } from '../../../tools/simulation/simulate';

/** Requests that are not equally long on their way arrive less evenly than they have left, and a full service refuses some by chance. */
const cases: Array<[toMs: number, window: Scenario['window'], perSecond: number]> = [
	[40, 'fixed', 9.5],
	[40, 'sliding', 9.5],
	[70, 'fixed', 9.2],
	[70, 'sliding', 9.2],
	[150, 'fixed', 8.6],
	[150, 'sliding', 8.6],
];

test.each(cases)(
	'each request any time from 10 to %i ms on its way, %s window: %d a second are accepted',
	async (to, window, perSecond) => {
		for (const seed of [1, 2, 3]) {
			const wayMs = { from: 10, to };
			const workers = [{ requests: 150 }];
			const result = await simulate({ workers, window, wayMs, seconds: 30, seed });
			expect(result.workers[0].accepted).toBe(150);
			expect(goodputToTheEnd(result) * 10).toBeGreaterThanOrEqual(perSecond);
			expect(refusedPart(result)).toBeLessThanOrEqual(0.06);
			expect(mostStartsInASecond(result)).toBeLessThanOrEqual(10);
		}
	},
);
