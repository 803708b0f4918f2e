import {
	expectTold,
	FOR_EVER_MS,
	goOn,
	isInDoubt,
	runIn,
	sends,
	stop,
	upserts,
} from './runInOutage';
import { useSandboxes } from './useSandboxes';

const onOwnSandbox = useSandboxes();

describe('an outage of more than a minute', () => {
	const fault = { status: 503, skip: 2, forMs: FOR_EVER_MS };

	test('leaves at most five emails in doubt, and says of the others that they were not sent', async () => {
		const scenario = { fault, parameters: sends, count: 12, onError: goOn };
		const outcome = await onOwnSandbox(async (own) => await runIn(own, scenario));
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
	});

	test('ends an import with "Stop", which says what was accepted', async () => {
		const scenario = { fault, parameters: upserts, count: 1200, onError: stop };
		const outcome = await onOwnSandbox(async (own) => await runIn(own, scenario));

		expect(outcome.contactCount).toBe(200);
		expect(outcome.run.error?.message).toMatch(
			/\(items 1-200 accepted; 201-[567]00 in doubt; [567]01-1200 not sent\)$/,
		);
	});
});
