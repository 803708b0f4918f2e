import { simulate } from '../../../tools/simulation/simulate';

const STORM = { from: 0, until: 5 };

test.each([1, 2, 3, 4, 5, 6])(
	'has 30 requests accepted within nine seconds after five of nothing but 429: seed %i',
	async (seed) => {
		const workers = [{ requests: 30 }];
		const scenario = { workers, window: 'sliding' as const, storm: STORM, seconds: 60, seed };
		const { acceptedAt } = (await simulate(scenario)).workers[0];
		expect(acceptedAt).toHaveLength(30);
		expect(Math.max(...acceptedAt) / 1000 - STORM.until).toBeLessThanOrEqual(9);
	},
);
