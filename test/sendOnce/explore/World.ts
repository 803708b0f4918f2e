import { setImmediate } from 'node:timers/promises';
import type { DedupStore } from '../../../nodes/Mailroom/sendOnce/DedupStore';
import type { Clock } from '../../../nodes/Mailroom/transport/clock';

/** From its read to its write, a call of the store takes less: the assumption on which claims across processes stand. */
const CALL_TAKES_LESS_THAN_MS = 300;
/** A sleep of this length or longer may end before or after anything that another process does meanwhile. */
const PATIENT_MS = 1_000;
/**
 * So much time goes by for a process, at the most, while another one that has something to do stands still. A process that stands
 * still for longer is one that crashes.
 */
const MAX_STILL_MS = 1_000;

/** So many writes undo one that another process has made since they read. With more, a history may have no end. */
const MAX_UNDONE = 2;
/** With more, a process may take as long as ten looks of another one take. */
const MAX_UNDONE_IN_TIME = 1;

interface StoreCall {
	values: string[];
	/** Row that it has read; undefined before. */
	row?: readonly string[];
	/** Of each other process, by its clock, the latest time at which the row can have been read. */
	readBefore: Map<number, number>;
	isRecord: boolean;
	/** Reports a failure, although it has written. */
	reportsFailure: boolean;
	change(row: readonly string[]): string[];
	done(row: readonly string[]): void;
	fail(): void;
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

/** A process of n8n with its own clock and store. It acts only when the explorer lets it. */
export class Process {
	now = 0;

	isCrashed = false;

	readonly clock: Clock;

	readonly store: DedupStore;

	call: StoreCall | undefined;

	private sleepers: Sleeper[] = [];

	constructor(
		readonly number: number,
		private readonly world: World,
	) {
		this.clock = {
			now: () => this.now,
			timeOfDay: () => this.now,
			sleep: async (ms) =>
				await new Promise((wake) => {
					this.sleepers.push({ at: this.now + ms, isPatient: ms >= PATIENT_MS, wake });
				}),
			random: () => 0.5,
		};
		this.store = {
			record: async (values) => {
				const row = await this.calls(true, values, (before) => [
					...before,
					...values.filter((value) => !before.includes(value)),
				]);
				return new Set(values.filter((value) => row.includes(value)));
			},
			remove: async (values) => {
				await this.calls(false, values, (before) =>
					before.filter((value) => !values.includes(value)),
				);
			},
		};
	}

	/** Times until its sleepers wake. */
	get sleeps(): number[] {
		return this.sleepers.map(({ at }) => at - this.now).sort((one, other) => one - other);
	}

	/** Wakes the first of its sleepers. */
	wakeable(isPatient: boolean): Step | undefined {
		const awake = this.isCrashed ? [] : this.sleepers;
		const first = awake.reduce<Sleeper | undefined>(
			(least, one) => (least && least.at <= one.at ? least : one),
			undefined,
		);
		if (first?.isPatient !== isPatient || this.call) return undefined;
		if (!this.world.mayBeAt(this, first.at)) return undefined;
		return {
			name: `${this.number} wakes`,
			take: () => {
				this.sleepers = this.sleepers.filter((one) => one !== first);
				this.world.advance(this, Math.max(0, first.at - this.now));
				this.world.onWake(this);
				first.wake();
			},
		};
	}

	/** Time until it does something next; infinite when it has come to its end. */
	get nextInMs(): number {
		if (this.isCrashed) return Infinity;
		return this.call ? 0 : Math.min(...this.sleepers.map(({ at }) => at - this.now));
	}

	/** The next half of its call of the store. */
	storeStep(): Step | undefined {
		const { call } = this;
		if (!call || this.isCrashed) return undefined;
		if (!call.row) {
			if (!this.world.mayOverlap(this)) return undefined;
			return {
				name: `${this.number} reads`,
				take: () => {
					this.world.onStoreStep(this);
					call.row = this.world.row;
				},
			};
		}
		const before = call.row;
		return {
			name: `${this.number} writes`,
			take: () => {
				this.world.onStoreStep(this);
				this.world.write(before, call.change(before));
				this.call = undefined;
				if (call.reportsFailure) call.fail();
				else call.done(before);
			},
		};
	}

	private async calls(
		isRecord: boolean,
		values: string[],
		change: StoreCall['change'],
	): Promise<readonly string[]> {
		return await new Promise((done, reject) => {
			if (this.call) throw new Error('A process calls the store once at a time');
			const fail = () => reject(new Error('lost'));
			const readBefore = new Map<number, number>();
			const reportsFailure = this.world.beginCall(this);
			this.call = { values, isRecord, reportsFailure, change, done, fail, readBefore };
		});
	}
}

/** Some processes and the row that they share. */
export class World {
	row: readonly string[] = [];

	readonly processes: Process[];

	/** For each process, by its clock, the time since each other one did something. */
	readonly stillMs: number[][];

	/** Called when a process begins a call, with its number. */
	onCall: (process: Process, call: number) => void = () => {};

	/** Calls that a process has made. */
	private readonly callCounts: number[] = [];

	/**
	 * @param isOnTime whether calls of the store take less than the ledger assumes
	 * @param failingCall number of the first process's call that reports a failure although it has written
	 */
	constructor(
		count: number,
		private readonly isOnTime: boolean,
		private readonly failingCall?: number,
	) {
		this.processes = Array.from({ length: count }, (_, number) => new Process(number, this));
		this.stillMs = this.processes.map(() => this.processes.map(() => 0));
	}

	advance(process: Process, ms: number): void {
		process.now += ms;
		this.stillMs[process.number] = this.stillMs[process.number].map((still) => still + ms);
	}

	/** How many writes have undone another one. */
	undone = 0;

	write(before: readonly string[], after: readonly string[]): void {
		if (before !== this.row) this.undone++;
		this.row = after;
	}

	get isDelayed(): boolean {
		return this.undone > MAX_UNDONE_IN_TIME;
	}

	mayOverlap({ number }: Process): boolean {
		return this.undone < MAX_UNDONE || this.openCalls(number).length === 0;
	}

	/** @returns whether the call reports a failure */
	beginCall(process: Process): boolean {
		const { number } = process;
		const call = (this.callCounts[number] ?? 0) + 1;
		this.callCounts[number] = call;
		this.onCall(process, call);
		return number === 0 && call === this.failingCall;
	}

	/** How many calls of the first process come before something happens in one of them. */
	callsLeft(until: number): number {
		return Math.max(0, Math.max(until, this.failingCall ?? 0) - (this.callCounts[0] ?? 0));
	}

	/** Whether the clock of a process can have come so far: others have not stood still, and those that have read the row have written it. */
	mayBeAt({ number }: Process, at: number): boolean {
		const ms = at - this.processes[number].now;
		const isTooLong = this.processes.some(
			(other) =>
				other.number !== number &&
				this.stillMs[number][other.number] + ms > other.nextInMs + MAX_STILL_MS,
		);
		if (isTooLong) return false;
		if (!this.isOnTime) return true;
		return this.openCalls(number).every(({ readBefore }) => {
			const readAt = readBefore.get(number);
			return readAt === undefined || at < readAt + CALL_TAKES_LESS_THAN_MS;
		});
	}

	onWake({ number }: Process): void {
		for (const still of this.stillMs) still[number] = 0;
	}

	/**
	 * A process that does something during a call of another one does so after the row was read. The first time it may be right after,
	 * so a sleeper may wake during the call, however long it slept before.
	 */
	onStoreStep(process: Process): void {
		this.onWake(process);
		const { number, now } = process;
		for (const { readBefore } of this.openCalls(number)) {
			if (!readBefore.has(number)) readBefore.set(number, now);
		}
	}

	/** Lets everything happen that nobody else can notice: after a short sleep, a process begins a call of the store. */
	async rest(): Promise<void> {
		for (;;) {
			await setImmediate();
			const step = this.processes.map((one) => one.wakeable(false)).find((one) => one);
			if (!step) return;
			step.take();
		}
	}

	/** The halves of calls and the ends of long sleeps that can come next. */
	steps(): Step[] {
		return this.processes.flatMap((one) => one.storeStep() ?? one.wakeable(true) ?? []);
	}

	private openCalls(except: number) {
		return this.processes.flatMap(({ call, isCrashed, number }) =>
			call?.row && !isCrashed && number !== except ? [call] : [],
		);
	}
}
