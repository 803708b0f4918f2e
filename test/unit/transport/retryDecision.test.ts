import type { Idempotency } from '../../../nodes/Mailroom/transport/verdict';
import { retryDecision } from '../../../nodes/Mailroom/transport/retryDecision';
import type { Verdict } from '../../../nodes/Mailroom/transport/verdict';

const verdicts: Record<string, Verdict> = {
	accepted: { kind: 'accepted' },
	rejected: { kind: 'rejected' },
	throttled: { kind: 'throttled' },
	'not sent, passing': { kind: 'notSent', isTransient: true },
	'not sent for good': { kind: 'notSent', isTransient: false },
	'in doubt, passing': { kind: 'inDoubt', isTransient: true },
	'in doubt for good': { kind: 'inDoubt', isTransient: false },
};

const decide = (request: Partial<Parameters<typeof retryDecision>[0]>) =>
	retryDecision({
		verdict: { kind: 'inDoubt', isTransient: true },
		idempotency: 'safe',
		retries: 0,
		throttledMs: 0,
		random: 0,
		...request,
	});

const effects: Array<[idempotency: Idempotency, repeated: string[]]> = [
	['safe', ['throttled', 'not sent, passing', 'in doubt, passing']],
	['idempotent', ['throttled', 'not sent, passing', 'in doubt, passing']],
	['nonIdempotent', ['throttled', 'not sent, passing']],
];

test.each(
	effects.flatMap(([idempotency, repeated]) =>
		Object.keys(verdicts).map(
			(verdict) =>
				[
					idempotency,
					verdict,
					repeated.includes(verdict) ? 'repeats it' : 'does not repeat it',
				] as const,
		),
	),
)('effect "%s", %s: %s', (idempotency, verdict, claim) => {
	const { action } = decide({ idempotency, verdict: verdicts[verdict] });
	expect(action).toBe(claim === 'repeats it' ? 'repeat' : 'finish');
});

const isTransient: Array<[kind: string, verdict: Verdict]> = [
	['may have been acted on', { kind: 'inDoubt', isTransient: true }],
	['was not sent', { kind: 'notSent', isTransient: true }],
];

test.each(isTransient)('repeats a request that %s three times, no more', (_kind, verdict) => {
	const actions = [0, 1, 2, 3, 4].map((retries) => decide({ verdict, retries }).action);
	expect(actions).toEqual(['repeat', 'repeat', 'repeat', 'finish', 'finish']);
});

test.each([
	[0, 250, 500],
	[1, 500, 1000],
	[2, 1000, 2000],
])('waits after %i repeats between %i and %i ms', (retries, shortest, longest) => {
	const delays = [0, 0.25, 0.5, 0.75, 0.999_999].map((random) => {
		const decision = decide({ retries, random });
		return decision.action === 'repeat' ? decision.delayMs : NaN;
	});
	expect(delays[0]).toBe(shortest);
	expect(Math.max(...delays)).toBeLessThan(longest);
	expect(delays).toEqual([...delays].sort((a, b) => a - b));
	expect(new Set(delays).size).toBe(delays.length);
});

test('waits out 429 for a minute, however often it was repeated for other reasons', () => {
	const verdict = verdicts.throttled;
	const actions = [0, 1000, 59_999, 60_000, 61_000].map(
		(throttledMs) =>
			decide({ verdict, idempotency: 'nonIdempotent', throttledMs, retries: 3 }).action,
	);
	expect(actions).toEqual(['repeat', 'repeat', 'repeat', 'finish', 'finish']);
});

test.each([
	[0, 1000],
	[0.5, 1125],
])('repeats a request about a second after a 429: chance %d, %d ms', (random, delayMs) => {
	const decision = decide({ verdict: verdicts.throttled, random });
	expect(decision).toEqual({ action: 'repeat', delayMs });
});
