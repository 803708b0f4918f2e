import { explore } from './explore';
import { shortScenarios, slowStore } from './scenarios';

jest.setTimeout(120_000);

/** A part of what `npx tsx test/sendOnce/explore` goes through. */
const MOST_HISTORIES = 600;

test.each(shortScenarios)(
	'$name: in these orders each recipient gets one email, and none is blocked or forgotten',
	async (scenario) => {
		const { broken, histories, joined } = await explore(scenario, {
			mostHistories: MOST_HISTORIES,
		});

		expect(Object.fromEntries(broken)).toEqual({});
		expect(histories + joined).toBe(MOST_HISTORIES);
	},
);

test('what the orders are explored for is found where the store is slower than assumed', async () => {
	const { broken } = await explore(slowStore, { mostHistories: MOST_HISTORIES });

	expect([...broken.keys()]).toContain('duplicates');
});
