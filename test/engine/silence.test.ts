import { SideBySide } from '../support/engine/SideBySide';
import { expectTold, goOn, isInDoubt, isSent, runIn, sends, type Outcome } from './runInOutage';
import { useSandboxes } from './useSandboxes';

const onOwnSandbox = useSandboxes();

// The first request of a process waits for n8n to load what it needs for it.
beforeAll(async () => {
	await onOwnSandbox(async (own) => {
		await runIn(own, {
			fault: { status: 503, times: 0 },
			parameters: sends,
			count: 1,
			onError: goOn,
		});
	});
});

/**
 * How many emails may be under way hangs on the last ten answers. While other runs begin, n8n evaluates their expressions, and the
 * process reads answers late: things go wrong when these are forgotten.
 */
const skip = 25;

describe('in the middle of 40 emails with "Continue", some seconds of silence', () => {
	const runs = new SideBySide<Outcome>();
	const silences = { 'before acting': false, 'after acting': true };
	for (const [when, afterActing] of Object.entries(silences)) {
		const scenario = {
			fault: { silent: true as const, afterActing, skip, forMs: 4000 },
			parameters: { ...sends, requestOptions: { timeout: 1000 } },
		};
		runs.plan(
			when,
			async () =>
				await onOwnSandbox(
					async (own) => await runIn(own, { ...scenario, count: 40, onError: goOn }),
				),
		);
	}

	test.each(Object.keys(silences))(
		'%s leave at most five emails in doubt, and the others are sent once',
		async (when) => {
			const outcome = await runs.outcomeOf(when);
			const { items } = outcome.run;
			const inDoubt = items.filter(({ json }) => isInDoubt(json)).length;

			expectTold(outcome, 40);
			expect(inDoubt).toBeGreaterThan(0);
			expect(inDoubt).toBeLessThanOrEqual(5);
			expect(items.filter(({ json }) => isSent(json))).toHaveLength(40 - inDoubt);
			const questions = outcome.journal.filter(({ method }) => method === 'GET');
			expect(questions.length).toBeGreaterThan(0);
		},
	);
});

describe('a service that answered within 300 ms and falls silent', () => {
	test('has at most 10 emails under way, and the others are sent when it is back', async () => {
		const silence = { silent: true, skip, forMs: 6500, endpoint: 'POST /email/transactional' };
		// Alone, and with room for answers that a busy machine reads late; `AnswerWindow.test` holds the node to 300 ms exactly.
		const outcome = await onOwnSandbox(
			async (own) =>
				await runIn(own, {
					fault: silence,
					parameters: { ...sends, requestOptions: { timeout: 7000 } },
					count: 40,
					onError: goOn,
					answerDelayMs: 220,
				}),
		);
		const unanswered = outcome.journal.filter(({ fault }) => fault === 'silent');

		expectTold(outcome, 40);
		expect(unanswered.length).toBeGreaterThan(1);
		expect(unanswered.length).toBeLessThanOrEqual(10);
		const inDoubt = outcome.run.items.filter(({ json }) => isInDoubt(json));
		expect(inDoubt).toHaveLength(unanswered.length);
		expect(outcome.mailsTo.size).toBe(40 - unanswered.length);
	});
});
