import { setImmediate } from 'node:timers/promises';
import type { DedupStore } from '../../nodes/Mailroom/sendOnce/DedupStore';
import type { Clock } from '../../nodes/Mailroom/transport/clock';

/** From its read to its write, a call of the store takes less: the assumption on which claims across processes stand. */
const CALL_TAKES_LESS_THAN_MS = 200;
/** A sleep of this length or longer waits for somebody else: it ends when the others have come to rest. */
const PATIENT_MS = 1_000;
/**
 * No process wakes so much later, by its clock, than what the slowest has to do next. Clocks of two machines advance alike: a process
 * that stands still for longer is one that crashes, or takes longer from a read to its write than is assumed. By then all that the
 * other does is settled (outcomes after 2 s, doubt after 5 s), and it would only ask for the same again and again.
 */
const MOST_AHEAD_MS = 10_000;

interface StoreCall {
	/** Row that it has read; undefined before. */
	row?: readonly string[];
	/** Of each process, by its own clock, when it was read. */
	readAt?: number[];
	change(row: readonly string[]): string[];
	done(row: readonly string[]): void;
}

interface Sleeper {
	at: number;
	isPatient: boolean;
	wake(): void;
}

/** One thing that may happen next. */
export interface Step {
	name: string;
	take(): void;
}

/** A process of n8n with a clock and a store of its own, which does nothing unless the explorer lets it. */
export class Process {
	now = 0;

	isCrashed = false;

	readonly clock: Clock;

	readonly store: DedupStore;

	/** What it has learned so far: what it does next follows from this alone. */
	readonly observed: string[] = [];

	call: StoreCall | undefined;

	private sleepers: Sleeper[] = [];

	private readonly ids = new Map<string, string>();

	constructor(
		readonly number: number,
		private readonly world: World,
	) {
		this.clock = {
			now: () => this.now,
			timeOfDay: () => this.world.timeOfDay,
			sleep: async (ms) =>
				await new Promise((wake) => {
					this.sleepers.push({ at: this.now + ms, isPatient: ms >= PATIENT_MS, wake });
				}),
			random: () => 0.5,
		};
		this.store = {
			record: async (values) => {
				const named = values.map((value) => this.named(value));
				const row = await this.calls((before) => [
					...before,
					...named.filter((value) => !before.includes(value)),
				]);
				const there = values.filter((_, index) => row.includes(named[index]));
				this.observed.push(there.map((value) => this.named(value)).join(' '));
				return new Set(there);
			},
			remove: async (values) => {
				const named = values.map((value) => this.named(value));
				await this.calls((before) => before.filter((value) => !named.includes(value)));
				this.observed.push('removed');
			},
			count: async () => await Promise.resolve(this.world.row.length),
		};
	}

	/** What it can do now without anybody's noticing: wake up. The first to wake only. */
	wakeable(isPatient: boolean): Step | undefined {
		const awake = this.isCrashed ? [] : this.sleepers.filter((one) => one.isPatient === isPatient);
		const first = awake.reduce<Sleeper | undefined>(
			(least, one) => (least && least.at <= one.at ? least : one),
			undefined,
		);
		if (!first || this.call || !this.world.mayBeAt(this, first.at)) return undefined;
		return {
			name: `${this.number} wakes`,
			take: () => {
				this.sleepers = this.sleepers.filter((one) => one !== first);
				this.now = Math.max(this.now, first.at);
				first.wake();
			},
		};
	}

	/** By its clock, when it does something next; never when it has come to its end. */
	get nextAt(): number {
		if (this.isCrashed) return Infinity;
		return this.call ? this.now : Math.min(...this.sleepers.map(({ at }) => at));
	}

	/** The next half of its call of the store. */
	storeStep(): Step | undefined {
		const { call } = this;
		if (!call || this.isCrashed) return undefined;
		if (!call.row) {
			return {
				name: `${this.number} reads`,
				take: () => {
					call.row = this.world.row;
					call.readAt = this.world.processes.map(({ now }) => now);
				},
			};
		}
		const before = call.row;
		return {
			name: `${this.number} writes`,
			take: () => {
				this.world.row = call.change(before);
				this.call = undefined;
				call.done(before);
			},
		};
	}

	private async calls(change: StoreCall['change']): Promise<readonly string[]> {
		return await new Promise((done) => {
			if (this.call) throw new Error('A process calls the store once at a time');
			this.call = { change, done };
		});
	}

	/** Random ids are numbered, so that the same story has the same names. */
	private named(value: string): string {
		return value.replace(/^[0-9a-f]{8}-[0-9a-f-]{27}/, (id) => {
			const name = this.ids.get(id) ?? `${this.number}.${this.ids.size}`;
			this.ids.set(id, name);
			return name;
		});
	}
}

/** Some processes and the row that they share. */
export class World {
	row: string[] = [];

	timeOfDay = 0;

	readonly processes: Process[];

	/** @param isOnTime whether calls of the store take less than the ledger assumes */
	constructor(
		count: number,
		private readonly isOnTime: boolean,
	) {
		this.processes = Array.from({ length: count }, (_, number) => new Process(number, this));
	}

	/** Whether the clock of a process can have come so far: others have not stood still, and those that have read the row have written it. */
	mayBeAt({ number }: Process, at: number): boolean {
		const slowestAt = Math.min(...this.processes.map(({ nextAt }) => nextAt));
		if (at > slowestAt + MOST_AHEAD_MS) return false;
		if (!this.isOnTime) return true;
		return this.processes.every(({ call, isCrashed, number: other }) => {
			const readAt = call?.readAt?.[number];
			if (isCrashed || other === number || readAt === undefined) return true;
			return at < readAt + CALL_TAKES_LESS_THAN_MS;
		});
	}

	/** Lets everything happen that nobody else can notice. */
	async rest(): Promise<void> {
		for (;;) {
			await setImmediate();
			const step = this.processes.map((one) => one.wakeable(false)).find((one) => one);
			if (!step) return;
			step.take();
		}
	}

	/** The halves of calls that can come next; when there are none, those wake who wait for others. */
	steps(): Step[] {
		const halves = this.processes.flatMap((one) => one.storeStep() ?? []);
		if (halves.length > 0) return halves;
		return this.processes.flatMap((one) => one.wakeable(true) ?? []);
	}

	/** Two worlds with the same key go on in the same ways: the order of values in the row means nothing while there is room. */
	get key(): string {
		return JSON.stringify([
			[...this.row].sort(),
			this.timeOfDay,
			this.processes.map(({ observed, isCrashed, call, now }) => [
				observed,
				isCrashed,
				call?.row && [...call.row].sort(),
				call?.readAt?.map((at, number) => this.processes[number].now - at),
				call !== undefined,
				now,
			]),
		]);
	}
}
