import { Claim } from '../../../nodes/Mailroom/sendOnce/Claim';
import type { Process, World } from './World';

/** Everything that happened longer ago is the same: no pause is longer while calls take no time. */
const LONG_AGO_MS = -1_400;
/** As `LONG_AGO_MS`, for claims that wait for their start. */
const CLAIMED_LONG_AGO_MS = -8_000;
/**
 * Nothing that decides what a process does: marks that it only still removes, durations (0 here), and times that are before or after
 * others in all stories.
 */
const NOT_STATE = [
	'clock',
	'store',
	'calls',
	'listeners',
	'wakeUp',
	'old',
	'askedAt',
	'seenAt',
	'isBehind',
	'sent',
];

/**
 * Two worlds with the same key go on in the same ways. Times count from now, and random marks are numbered in the order in which they
 * are found. The order of values in the row means nothing while there is room.
 */
export function stateKey(world: World, ledgers: object[], others: unknown): string {
	const marks = new Map<string, string>();
	const named = (value: string) => {
		if (!/^[0-9a-f]{8}-[0-9a-f-]{27}:mark$/.test(value)) return value;
		const name = marks.get(value) ?? `mark ${marks.size}`;
		marks.set(value, name);
		return name;
	};
	const known = (values: readonly string[]) =>
		values.filter((value) => !value.endsWith(':mark') || marks.has(value)).map(named);
	const ofProcess = (process: Process) => {
		const { call, now, sleeps, isCrashed, number } = process;
		if (isCrashed) return 'crashed';
		const ledger = stateOf(ledgers[number], { now, named });
		const calling = call && {
			values: call.isRecord ? call.values.map(named) : known(call.values),
			isRecord: call.isRecord,
			fails: call.reportsFailure,
			readBefore: [...call.readBefore].map(([other, at]) => at - world.processes[other].now),
		};
		return { ledger, calling, sleeps, still: world.stillMs[number] };
	};
	const processes = world.processes.map(ofProcess);
	const rows = world.processes.map(({ call, isCrashed }) =>
		call?.row && !isCrashed ? known(call.row).sort() : undefined,
	);
	return JSON.stringify([processes, rows, known(world.row).sort(), world.undone, others]);
}

function stateOf(
	root: unknown,
	{ now, named }: { now: number; named: (value: string) => string },
): unknown {
	const seen = new Map<object, number>();
	const walk = (value: unknown, key: string): unknown => {
		if (typeof value === 'string') return named(value);
		if (typeof value === 'function') return 'function';
		if (typeof value === 'number') return timeOf(value, key, now);
		if (typeof value !== 'object' || value === null) return value;
		const known = seen.get(value);
		if (known !== undefined) return `#${known}`;
		seen.set(value, seen.size);
		if (value instanceof Map) return [...value].map(([name, one]) => [name, walk(one, key)]);
		if (value instanceof Set) return [...value].map((one) => walk(one, key));
		if (Array.isArray(value)) return value.map((one) => walk(one, key));
		return Object.entries(isUnderWay(value) ? { ...value, settledAt: 0 } : value)
			.filter(([name]) => !NOT_STATE.includes(name))
			.map(([name, one]) => [name, walk(one, name)]);
	};
	return walk(root, '');
}

/** How long ago such a claim has settled matters no more. */
function isUnderWay(value: object): boolean {
	return value instanceof Claim && (value.isStarted || !value.isHeld);
}

function timeOf(value: number, key: string, now: number): unknown {
	if (!/(?:At|Since)$/.test(key) || !Number.isFinite(value) || value === 0) return String(value);
	return Math.max(key === 'settledAt' ? CLAIMED_LONG_AGO_MS : LONG_AGO_MS, value - now);
}
