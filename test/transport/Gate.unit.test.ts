import type { Clock } from '../../nodes/Mailroom/clock';
import { Gate } from '../../nodes/Mailroom/transport/gate/Gate';
import { sharedGate } from '../../nodes/Mailroom/transport/gate/sharedGate';
import type { GateRequest } from '../../nodes/Mailroom/transport/gate/GateRequest';
import {
	MAX_IN_FLIGHT_PER_RUN,
	RequestGroup,
} from '../../nodes/Mailroom/transport/gate/RequestGroup';
import { mostInASecond } from '../../sandbox/traffic/mostInASecond';
import { randomFrom } from '../support/randomFrom';
import { virtualClock } from '../support/virtualClock';
import { enterGate } from './enterGate';

const seeds = Array.from({ length: 40 }, (_, index) => index + 1);

const NAMES = { connectionName: 'default', workflowName: 'default', tell: () => {} };

/** A request with default settings. */
const enter = async (
	gate: Gate,
	clock: Clock,
	{ group = new RequestGroup(), ...more }: Partial<GateRequest> = {},
) => {
	const request: GateRequest = {
		...{ group, signal: group.signal, since: clock.now(), kind: 'read', holds: [] },
		...{ isRetry: false, wasThrottled: false, ...NAMES },
		probe: async () => (await enterAsProbe(gate, group)).release('accepted'),
		...more,
	};
	return await enterGate(async (exchange) => await gate.execute(request, exchange));
};

const enterAsProbe = async (gate: Gate, group: RequestGroup) =>
	await enterGate(async (exchange) => await gate.executeAsProbe({ group, ...NAMES }, exchange));

describe('in an outage', () => {
	const begin = async () => {
		const clock = virtualClock();
		const gate = new Gate(clock);
		const write = async (more: Partial<GateRequest> = {}) =>
			await enter(gate, clock, { kind: 'write', ...more });
		for (let failure = 0; failure < 3; failure += 1) {
			(await clock.until(write())).release('failed');
		}
		return { clock, gate, write };
	};

	test('a write that has not failed before tries first', async () => {
		const { clock, write } = await begin();
		const order: string[] = [];
		const tryOne = async (who: string, isRetry: boolean) => {
			const permit = await write({ isRetry });
			order.push(who);
			permit.release('accepted');
		};
		await clock.until(Promise.all([tryOne('repeated', true), tryOne('new', false)]));
		expect(order).toEqual(['new', 'repeated']);
	});

	test('a run whose first write comes after a minute waits, and is the try after two', async () => {
		const { clock, gate, write } = await begin();
		const group = new RequestGroup();
		// A read, such as of a filter.
		(await clock.until(enter(gate, clock, { group }))).release('failed');
		await clock.advance(70_000);
		const late = write({ group, probe: async () => {} }).catch((error: Error) => error.message);

		expect(await clock.until(late)).toHaveProperty('release');
		expect(clock.now()).toBeGreaterThan(119_000);
	});

	test('the probe goes before all that wait', async () => {
		const { clock, gate, write } = await begin();
		const waited: number[] = [];
		const probe = async () => {
			const before = clock.now();
			await enterAsProbe(gate, new RequestGroup());
			waited.push(clock.now() - before);
		};
		const stop = new AbortController();
		const waiting = write({ group: new RequestGroup(stop.signal), probe }).catch(() => {});
		// None of them is answered, which would end the outage.
		const reads = Array.from({ length: 60 }, async () => {
			(await enter(gate, clock)).release('failed');
		});
		await clock.advance(1_500);
		stop.abort();
		await clock.until(Promise.all([waiting, ...reads]));
		expect(waited.length).toBeGreaterThan(0);
		expect(Math.max(...waited)).toBeLessThan(250);
	});
});

/**
 * A history of some runs at random: requests that read or write, answers of every kind, 429s, outages, cancellations, late
 * timers. What the service would see is held against what is promised.
 */
const history = async (seed: number) => {
	const random = randomFrom(seed);
	const pick = (most: number) => Math.floor(random() * most);
	const isIn = (percent: number) => random() < percent / 100;
	// A timer of Node fires up to a millisecond early, and late when the process is busy.
	const late = (ms: number) => Math.max(0, ms - random() + (isIn(20) ? random() * 400 : 0));
	const clock = virtualClock({ seed, oversleep: late });
	const gate = new Gate(clock);
	const runs = Array.from({ length: 2 + pick(4) }, (_, index) => {
		const stop = new AbortController();
		return {
			stop,
			group: new RequestGroup(stop.signal, { isLowPriority: index === 0 && isIn(50) }),
		};
	});
	const broken: string[] = [];
	const starts: number[] = [];
	let [heldUntil, failures, writesInFlight] = [0, 0, 0];
	/** As the service's answers tell: after three failures one change may try, when anything harmless was answered. */
	let health: 'up' | 'down' | 'halfOpen' | 'trying' = 'up';
	const isWell = () => clock.now() % 20_000 < 14_000;
	const started = () => {
		if (clock.now() < heldUntil) broken.push('a start while the service wants none');
		starts.push(clock.now());
	};
	const hold = () => {
		heldUntil = clock.now() + 3000;
		gate.limiter.pauseFor(3000);
	};
	const read = async () => {
		await clock.sleep(50);
		if (isWell() && health === 'down') health = 'halfOpen';
		return isWell() ? ('accepted' as const) : ('failed' as const);
	};
	const probe = async (group: RequestGroup) => {
		if (health !== 'down') broken.push('an unnecessary probe');
		// As long as n8n takes to read the credential.
		await clock.sleep(random() * 300);
		const permit = await enterAsProbe(gate, group);
		started();
		permit.release(await read());
	};
	const change = async () => {
		const isTry = health !== 'up';
		if (health === 'down' || health === 'trying') broken.push('a change in an outage');
		if (isTry) health = 'trying';
		writesInFlight += 1;
		await clock.sleep(20 + random() * 300);
		writesInFlight -= 1;
		if (isWell()) [health, failures] = ['up', 0];
		else if ((failures += 1) >= 3 && (isTry || health === 'up')) health = 'down';
		return isWell() ? ('accepted' as const) : ('failed' as const);
	};
	const request = async (group: RequestGroup) => {
		const isWrite = isIn(50);
		try {
			const isRetry = isIn(20);
			const sendProbe = async () => await probe(group);
			const kind = isWrite ? 'write' : 'read';
			const permit = await enter(gate, clock, { group, kind, isRetry, probe: sendProbe });
			started();
			if (group.inFlight > MAX_IN_FLIGHT_PER_RUN) broken.push('too many of a run in flight');
			if (writesInFlight > 10) broken.push('too many writes in flight');
			permit.release(await (isWrite ? change() : read()));
			return 'started';
		} catch (error) {
			if (group.signal.aborted) return 'canceled';
			return String(error);
		}
	};
	const all: Array<Promise<string>> = [];
	for (let step = 0; step < 40; step += 1) {
		const run = runs[pick(runs.length)];
		for (let count = isIn(30) ? pick(25) : 1; count > 0; count -= 1) all.push(request(run.group));
		if (isIn(10)) gate.limiter.onResponse({ status: 429 }, false);
		else if (isIn(10)) gate.limiter.onResponse({ status: 200 }, false);
		else if (isIn(3)) hold();
		else if (isIn(3)) run.stop.abort(new Error('stopped'));
		await clock.advance(isIn(40) ? 0 : random() * (isIn(20) ? 3000 : 150));
	}
	return { outcomes: await clock.until(Promise.all(all)), starts, broken };
};

test.each(seeds)('keeps every promise in history %i', async (seed) => {
	const { outcomes, starts, broken } = await history(seed);
	expect(broken).toEqual([]);
	// Any eleven starts span a second, and every request starts eventually.
	expect(mostInASecond(starts)).toBeLessThanOrEqual(10);
	expect(outcomes.filter((outcome) => !['started', 'canceled'].includes(outcome))).toEqual([]);
});

describe('the gate of this process', () => {
	const address = 'https://mail.example.com/v1';
	const clock = virtualClock();

	test.each([
		['the same service and key', address, 'key', true],
		['another key', address, 'other', false],
		['another service', 'https://mail.example.org/v1', 'key', false],
		['another port', 'https://mail.example.com:8443/v1', 'key', false],
	])('for %s', (_what, otherAddress, key, isSame) => {
		expect(sharedGate(otherAddress, key, clock) === sharedGate(address, 'key', clock)).toBe(isSame);
	});

	test('is not kept under the key itself', () => {
		const set = jest.spyOn(Map.prototype, 'set');
		sharedGate(address, 'a-key-that-nobody-keeps', clock);
		const kept = set.mock.calls.map(([name]) => name);
		set.mockRestore();

		expect(kept).toHaveLength(1);
		expect(kept[0]).not.toContain('a-key-that-nobody-keeps');
	});
});

test.each(seeds.slice(0, 3))(
	'loses no turn to time that passes as it decides, seed %i',
	async (seed) => {
		const random = randomFrom(seed);
		const still = virtualClock({ seed });
		let passedMs = 0;
		const clock = { ...still, now: () => still.now() + (passedMs += random() * 0.5) };
		const gate = new Gate(clock);
		const group = new RequestGroup();
		const all = Array.from({ length: 300 }, async (_, index) => {
			const kind = index % 2 === 0 ? 'read' : 'write';
			const permit = await enter(gate, clock, { group, kind });
			await clock.sleep(20);
			permit.release(index < 8 ? 'failed' : 'accepted');
		});
		await clock.until(Promise.all(all));
		expect(group.inFlight).toBe(0);
	},
);
