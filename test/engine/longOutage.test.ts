import { SideBySide } from '../support/engine/SideBySide';
import {
	expectTold,
	FOR_EVER_MS,
	goOn,
	isInDoubt,
	runIn,
	sends,
	stop,
	upserts,
	type Outcome,
	type Scenario,
} from './runInOutage';
import { useSandboxes } from './useSandboxes';

/** With a run of a minute and what comes before and after it. */
const MORE_THAN_A_MINUTE_MS = 100_000;

const onOwnSandbox = useSandboxes();

const run = async (scenario: Scenario): Promise<Outcome> =>
	await onOwnSandbox(async (own) => await runIn(own, scenario));

describe('an outage of more than a minute', () => {
	const fault = { status: 503, skip: 2, forMs: FOR_EVER_MS };
	const runs = new SideBySide<Outcome>();
	runs.plan(
		'emails',
		async () => await run({ fault, parameters: sends, count: 12, onError: goOn }),
	);
	runs.plan(
		'import',
		async () => await run({ fault, parameters: upserts, count: 1200, onError: stop }),
	);

	test(
		'leaves at most five emails in doubt, and says of the others that they were not sent',
		async () => {
			const outcome = await runs.outcomeOf('emails');
			const failed = outcome.run.items.slice(2).map(({ json }) => json);
			const inDoubt = failed.filter(isInDoubt).length;

			expectTold(outcome, 12);
			expect(outcome.mailsTo.size).toBe(2);
			expect(inDoubt).toBeGreaterThanOrEqual(3);
			expect(inDoubt).toBeLessThanOrEqual(5);
			expect(failed.slice(0, inDoubt).every(isInDoubt)).toBe(true);
			for (const { error } of failed.slice(inDoubt)) {
				expect(error).toMatch(/^Not sent: the service at .* has been down for 6\d s\./);
			}
		},
		MORE_THAN_A_MINUTE_MS,
	);

	test(
		'ends an import with "Stop", which says what was accepted',
		async () => {
			const { run: ran, contactCount } = await runs.outcomeOf('import');

			expect(contactCount).toBe(200);
			expect(ran.error?.message).toMatch(
				/\(items 1-200 accepted; 201-[567]00 in doubt; [567]01-1200 not stored\)$/,
			);
		},
		MORE_THAN_A_MINUTE_MS,
	);
});
