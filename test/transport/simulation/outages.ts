import type { BreakerRule } from '../../../nodes/Mailroom/transport/gate/CircuitBreaker';
import { Gate } from '../../../nodes/Mailroom/transport/gate/Gate';
import { isPermit } from '../../../nodes/Mailroom/transport/gate/GateRequest';
import { RequestGroup } from '../../../nodes/Mailroom/transport/gate/RequestGroup';
import { VERDICTS, type Responded } from '../../../nodes/Mailroom/transport/verdict';
import { virtualClock } from '../../support/virtualClock';

const EMAILS = 300;
const OUTAGE = { fromMs: 10_000, untilMs: 25_000 };
/** Longer than the outage. */
const TIMEOUT_MS = 300_000;

const ACCEPTED: Responded = { kind: 'response', verdict: 'accepted', status: 200, body: {} };
const FAILED: Responded = { kind: 'response', verdict: 'failed', status: 503, body: {} };

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

	/** Undefined after a timeout. */
	async function exchange(): Promise<Responded | undefined> {
		const at = clock.now();
		const isDown = outage !== undefined && at >= OUTAGE.fromMs && at < OUTAGE.untilMs;
		const isSilent = isDown && outage === 'silence';
		await clock.sleep(isSilent ? TIMEOUT_MS : responseMs);
		return isSilent ? undefined : isDown ? FAILED : ACCEPTED;
	}

	async function probe() {
		const permit = await gate.enterAsProbe(run);
		if (!isPermit(permit)) return;
		const response = await exchange();
		permit.release(VERDICTS[(response ?? FAILED).verdict].health, response);
	}

	async function send() {
		const isFirst = { since: 0, isRetry: false, wasThrottled: false };
		const waiting = { ...isFirst, holds: [], signal: run.group.signal };
		const permit = await gate.enter({ kind: 'write', ...run, probe, ...waiting });
		if (!isPermit(permit)) return;
		firstAt = Math.min(firstAt, clock.now());
		lastAt = Math.max(lastAt, clock.now());
		const response = await exchange();
		const { verdict } = response ?? FAILED;
		if (verdict !== 'accepted') inDoubt++;
		permit.release(VERDICTS[verdict].health, response);
	}

	await clock.until(Promise.all(Array.from({ length: EMAILS }, send)));
	return { inDoubt, perSecond: ((EMAILS - 1) * 1000) / (lastAt - firstAt) };
}
