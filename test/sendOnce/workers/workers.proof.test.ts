import { measureWorkers } from './measureWorkers';

test.each([2, 3])(
	'what any of %i workers has sent is known ten seconds later, and emails asked for three seconds apart are sent once',
	async (workers) => {
		const setting = { workers, callMs: 20, emails: 100, seed: 1 };
		const atOnce = await measureWorkers({ ...setting, apartMs: 0 });
		const apart = await measureWorkers({ ...setting, apartMs: 3_000 });

		expect([atOnce.unknown, apart.unknown]).toEqual([0, 0]);
		expect(apart.duplicates).toBe(0);
		// Otherwise, the zero above would prove nothing: the store must lose updates.
		expect(atOnce.duplicates).toBeGreaterThan(0);
	},
);
