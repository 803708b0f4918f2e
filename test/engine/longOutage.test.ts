import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { runNode } from '../support/engine/runNode';
import { parametersOf } from '../support/operations';
import {
	expectTold,
	FOR_EVER_MS,
	goOn,
	isInDoubt,
	isSent,
	people,
	runIn,
	sends,
	stop,
	upserts,
} from './runInOutage';
import { useSandboxes, type OwnSandbox } from './useSandboxes';
import type { Fault } from '../../sandbox/traffic/Faults';

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
			expect(error).toMatch(/^Not sent: the service has been down for 6\d s\./);
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

describe('an outage of the emails', () => {
	const failing = { endpoint: 'POST /email/transactional', status: 503 };
	const MINUTE_MS = 60_000;

	/** Three emails fail; from then on the service takes emails, unless it is told otherwise. */
	const begin = async (own: OwnSandbox, fault: Fault = { ...failing, times: 3 }) => {
		own.sandbox.faults.add(fault);
		const { items } = await mail(own, 3);
		expect(items.filter(({ json }) => isInDoubt(json))).toHaveLength(3);
	};

	const mail = async ({ credential }: OwnSandbox, count = 1) =>
		await runNode({ credential, parameters: sends, items: people(count), node: { onError: goOn } });

	const lists = (fault: Partial<Fault>) => ({ endpoint: 'GET /lists', times: Infinity, ...fault });

	test('ends with a late answer to the harmless question', async () => {
		await onOwnSandbox(async (own) => {
			own.sandbox.faults.add(lists({ delayMs: 12_000 }));
			await begin(own);
			const { items } = await mail(own, 2);

			expect(items.filter(({ json }) => isSent(json))).toHaveLength(2);
		});
	});

	test('ends with any read that succeeds, where the harmless question fails for good', async () => {
		await onOwnSandbox(async (own) => {
			own.sandbox.faults.add(lists({ status: 500 }));
			await begin(own);
			const [{ items }] = await Promise.all([
				mail(own, 2),
				runNode({ credential: own.credential, parameters: parametersOf('contact getAll') }),
			]);

			expect(items.filter(({ json }) => isSent(json))).toHaveLength(2);
		});
	});

	test('is tried by one email after two minutes, whatever the harmless question says', async () => {
		await onOwnSandbox(async (own) => {
			own.sandbox.faults.add(lists({ status: 500 }));
			await begin(own);
			const early = await mail(own);
			expect(early.items[0].json.error).toMatch(/^Not sent: .* has been down for 6\d s/);
			await wait(MINUTE_MS + 1_000);
			const before = performance.now();
			const late = await mail(own, 5);

			expect(late.items.filter(({ json }) => isSent(json))).toHaveLength(5);
			expect(performance.now() - before).toBeLessThan(2_000);
		});
	});
});
