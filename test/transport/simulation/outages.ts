import type { BreakerRule } from '../../../nodes/Mailroom/transport/gate/CircuitBreaker';
import { Gate } from '../../../nodes/Mailroom/transport/gate/Gate';
import { RequestGroup } from '../../../nodes/Mailroom/transport/gate/RequestGroup';
import type { Attempt } from '../../../nodes/Mailroom/transport/verdict';
import { virtualClock } from '../../support/virtualClock';

const EMAILS = 300;
const OUTAGE = { fromMs: 10_000, untilMs: 25_000 };
/** Longer than the outage. */
const TIMEOUT_MS = 300_000;

const ACCEPTED: Attempt = { kind: 'response', verdict: 'accepted', status: 200, body: {} };
const FAILED: Attempt = { kind: 'response', verdict: 'failed', status: 503, body: {} };
const TIMED_OUT: Attempt = {
	...{ kind: 'noResponse', failure: 'timeout' },
	...{ verdict: 'failed', problem: '' },
};

interface Service {
	responseMs: number;
	outage?: '503' | 'silence';
	rule?: BreakerRule;
}

/** The emails of a run with "Continue", through the package's own gate. */
export async function sendInOutage({ responseMs, outage, rule }: Service) {
	const clock = virtualClock();
	const gate = new Gate(clock, { breakerRule: rule });
	const names = { connectionName: 'default', workflowName: 'default' };
	const run = { group: new RequestGroup(), ...names, tell: () => {} };
	let [inDoubt, firstAt, lastAt] = [0, Infinity, 0];

	async function respond(): Promise<Attempt> {
		const at = clock.now();
		const isDown = outage !== undefined && at >= OUTAGE.fromMs && at < OUTAGE.untilMs;
		const isSilent = isDown && outage === 'silence';
		await clock.sleep(isSilent ? TIMEOUT_MS : responseMs);
		return isSilent ? TIMED_OUT : isDown ? FAILED : ACCEPTED;
	}

	async function probe() {
		await gate.executeAsProbe(run, async (enter) => {
			const admission = await enter();
			return admission === 'go' ? await respond() : admission;
		});
	}

	async function send() {
		const isFirst = { since: 0, isRetry: false, wasThrottled: false };
		const waiting = { ...isFirst, holds: [], signal: run.group.signal };
		await gate.execute({ kind: 'write', ...run, probe, ...waiting }, async (enter) => {
			const admission = await enter();
			if (admission !== 'go') return admission;
			firstAt = Math.min(firstAt, clock.now());
			lastAt = Math.max(lastAt, clock.now());
			const attempt = await respond();
			if (attempt.verdict !== 'accepted') inDoubt++;
			return attempt;
		});
	}

	await clock.until(Promise.all(Array.from({ length: EMAILS }, send)));
	return { inDoubt, perSecond: ((EMAILS - 1) * 1000) / (lastAt - firstAt) };
}
