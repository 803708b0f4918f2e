import type { Hold } from '../../nodes/Mailroom/transport/gate/Hold';
import { RequestGroup } from '../../nodes/Mailroom/transport/gate/RequestGroup';
import type { FullResponse } from '../../nodes/Mailroom/transport/http';
import { ServiceClient } from '../../nodes/Mailroom/transport/ServiceClient';
import { answers, asSoonAsItLeaves, DOUBT_TEXTS, meeting } from './scriptedClient';

// Something throws that should not, once, at each step of a request.

type World = ReturnType<typeof meeting>;

const thrown = () => {
	throw new Error('a bug');
};

const email = (number: number, idempotency: 'safe' | 'nonIdempotent' = 'nonIdempotent') => ({
	...({ method: 'POST', url: '/email/transactional' } as const),
	...{ idempotency, doubtTexts: DOUBT_TEXTS, body: { number } },
});

/** Replaces the response of the first request. */
const respondFirst = ({ settings }: World, first: () => FullResponse) => {
	let requests = 0;
	settings.send = asSoonAsItLeaves(
		async () => await Promise.resolve(requests++ === 0 ? first() : answers[200]()),
	);
};

const throwOnce = <T extends object, Name extends keyof T & string>(target: T, name: Name) => {
	const original = Reflect.get(target, name);
	Reflect.set(target, name, () => {
		Reflect.set(target, name, original);
		thrown();
	});
};

const unreadable = { statusCode: 200, headers: {}, body: undefined };

const BEFORE: Array<[step: string, inject: (world: World) => void]> = [
	[
		'as its body is written',
		({ settings }) => (settings.send = async () => await Promise.reject(new Error('a bug'))),
	],
	['as the limiter counts its start', ({ gate }) => throwOnce(gate.limiter, 'start')],
	['as the breaker counts its start', ({ gate }) => throwOnce(gate.breaker, 'startWrite')],
	['as the gate looks at the queue', ({ gate }) => throwOnce(gate.breaker, 'admitsWrite')],
];

const AFTER: Array<[step: string, inject: (world: World) => void]> = [
	[
		'as the response is judged',
		(world) =>
			respondFirst(world, () => Object.defineProperty({ ...unreadable }, 'body', { get: thrown })),
	],
	['without a response', (world) => respondFirst(world, () => undefined as never)],
	['as the limiter learns of the response', ({ gate }) => throwOnce(gate.limiter, 'onResponse')],
	['as the breaker learns of the response', ({ gate }) => throwOnce(gate.breaker, 'onWrite')],
	['as the run learns of the response', ({ settings }) => throwOnce(settings.group, 'throttledMs')],
	[
		'as the next attempt is planned',
		(world) => {
			respondFirst(world, answers[503]);
			throwOnce(world.clock, 'random');
		},
	],
	[
		'as the failure is described',
		(world) => {
			respondFirst(world, answers[503]);
			throwOnce(world.settings, 'redact');
		},
	],
];

/** All is well with the requests after it, of this run and of others. */
const expectOthersToGoOn = async ({ client, clock, settings, gate }: World) => {
	const other = new ServiceClient({ ...settings, group: new RequestGroup() });
	const all = [client, other, client].map(async (one, number) => await one.send(email(number)));
	const outcomes = await clock.until(Promise.all(all));
	expect(outcomes.map((outcome) => outcome?.kind)).toEqual(Array(3).fill('accepted'));
	expect(settings.group.inFlight).toBe(0);
	expect(gate.breaker.isClosed).toBe(true);
};

test.each(BEFORE)('%s: the request is not sent, and others go on', async (_step, inject) => {
	const world = meeting([200]);
	const { send } = world.settings;
	inject(world);
	const outcome = await world.clock.until(world.client.send(email(1)));
	expect(outcome).toMatchObject({ kind: 'notSent', problem: expect.stringContaining('a bug') });
	expect(world.sent).toHaveLength(0);
	world.settings.send = send;
	await expectOthersToGoOn(world);
});

test.each(AFTER)('%s: an email is in doubt, and others go on', async (_step, inject) => {
	const world = meeting([200]);
	inject(world);
	const outcome = await world.clock.until(world.client.send(email(1)));
	expect(outcome).toMatchObject({ kind: 'inDoubt', doubt: DOUBT_TEXTS });
	await expectOthersToGoOn(world);
});

test('as the response is judged: a read is not sent', async () => {
	const world = meeting([]);
	respondFirst(world, () => Object.defineProperty({ ...unreadable }, 'body', { get: thrown }));
	const outcome = await world.clock.until(world.client.send(email(1, 'safe')));
	expect(outcome).toMatchObject({ kind: 'notSent' });
});

test('a throw in the queue fails all that wait, as not sent', async () => {
	const world = meeting([200]);
	const { client, clock, gate } = world;
	const waiting = [1, 2, 3].map(async (number) => await client.send(email(number)));
	throwOnce(gate.limiter, 'start');
	const outcomes = await clock.until(Promise.all(waiting));
	expect(outcomes.map((outcome) => outcome?.kind)).toEqual(Array(3).fill('notSent'));
	await expectOthersToGoOn(world);
});

test.each<[what: string, hold: Hold]>([
	['is asked', { start: thrown }],
	['is listened to', { start: () => 'go', onChange: thrown }],
])('a hold that throws when it %s fails only its own request', async (_what, hold) => {
	const world = meeting([200]);
	const { client, clock } = world;
	const [held, other] = await clock.until(
		Promise.all([client.send(email(1), [hold]), client.send(email(2))]),
	);
	expect([held?.kind, other?.kind]).toEqual(['notSent', 'accepted']);
	await expectOthersToGoOn(world);
});

test('a probe that throws does not end the outage, nor the wait for its end', async () => {
	const world = meeting([503, 503, 503, 200]);
	const { client, clock, gate } = world;
	const failed = [1, 2, 3].map(async (number) => await client.send(email(number)));
	await clock.until(Promise.all(failed));
	throwOnce(gate, 'executeAsProbe');
	const outcome = await clock.until(client.send(email(4)));
	expect(outcome?.kind).toBe('accepted');
});
