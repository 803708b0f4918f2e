import { dedupStore, type DedupStore } from '../../../nodes/Mailroom/neverTwice/key/DedupStore';
import { KeyedRun } from '../../../nodes/Mailroom/neverTwice/key/Claim';
import { Ledger } from '../../../nodes/Mailroom/neverTwice/key/Ledger';
import type { Clock } from '../../../nodes/Mailroom/clock';
import { DeduplicationRow } from '../../support/DeduplicationRow';
import { virtualClock } from '../../support/virtualClock';
import { stateOf } from './stateOf';
import type { Story } from './Story';

const MAX_VALUES = 10_000;
/** A request starts this long after the one before, in all processes. */
const START_INTERVAL_MS = 104;

/** A start of n8n. After its end, nothing of it goes on. */
export class Process {
	isAlive = true;
	readonly ledger: Ledger;
	readonly clock: Clock;

	constructor(clock: Clock, store: (process: Process) => DedupStore) {
		this.clock = { ...clock, sleep: async (ms) => await this.ifAlive(clock.sleep(ms)) };
		const own = store(this);
		this.ledger = new Ledger(this.clock, own);
		this.ledger.use(own, MAX_VALUES);
	}

	/** Never resolves after the end of the process. */
	async ifAlive<T>(work: Promise<T>): Promise<T> {
		const result = await work;
		return this.isAlive ? result : await new Promise<never>(() => {});
	}
}

/** The store and the service of a story, which remember what the process can't. */
export class World {
	readonly clock = virtualClock();
	readonly row = new DeduplicationRow();
	readonly violations: string[] = [];
	/** Recipients who got the email, as often as they did. */
	readonly delivered: string[] = [];
	/** Emails of which nobody learned whether they were sent, as often as it happened. */
	readonly uncertain: string[] = [];
	private startAt = 0;
	private started = 0;
	process: Process;

	constructor(private readonly story: Story) {
		this.process = this.startProcess();
	}

	newRun(): KeyedRun {
		return new KeyedRun();
	}

	crash(): void {
		this.process.isAlive = false;
		this.noteUncertain();
		this.process = this.startProcess();
	}

	/** Entries that a call has left open although it was reported as failed, or a crash. */
	noteUncertain(): void {
		this.uncertain.push(
			...this.names.filter(
				(name) => stateOf(this.row, name) !== 'sent' && stateOf(this.row, name) !== 'free',
			),
		);
	}

	get names(): string[] {
		const all = this.story.executions.flatMap(({ requests }) => requests.flat());
		return [...new Set(all)].map(String);
	}

	/** Waits for the rate limit, which all processes share. */
	async waitForRateLimit(process: Process): Promise<void> {
		this.startAt = Math.max(this.startAt + START_INTERVAL_MS, this.clock.now());
		await process.clock.sleep(this.startAt - this.clock.now());
	}

	/** The service acts even if the process ends. */
	async send(process: Process, names: string[]): Promise<'accepted' | 'rejected' | 'inDoubt'> {
		const { fates, answerMs } = this.story;
		const number = this.started++;
		const fate = fates.at(number) ?? 'accepted';
		const ms = answerMs[number % answerMs.length];
		const acts = fate === 'accepted' || fate === 'lost';
		const acting = this.clock.sleep(ms / 2).then(() => {
			if (acts) this.delivered.push(...names);
		});
		await process.ifAlive(acting);
		await process.clock.sleep(ms / 2);
		if (fate === 'accepted' || fate === 'rejected') return fate;
		this.uncertain.push(...names);
		return 'inDoubt';
	}

	private startProcess(): Process {
		return new Process(this.clock, (process) => this.storeOf(process));
	}

	private storeOf(process: Process): DedupStore {
		const { clock, story } = this;
		const failsNow = (when: 'before' | 'after') =>
			story.storeFails.some(
				(one) => one.when === when && clock.now() >= one.atMs && clock.now() < one.atMs + one.forMs,
			);
		const fail = (when: 'before' | 'after') => {
			if (failsNow(when)) throw new Error(`disk full ${when} the write`);
		};
		const helpers = this.row.helpers({
			beforeWrite: async () => {
				await process.ifAlive(clock.sleep(story.storeMs));
				fail('before');
			},
			afterWrite: async () => {
				await process.ifAlive(Promise.resolve());
				if (failsNow('after')) this.noteUncertain();
				fail('after');
			},
		});
		return dedupStore(helpers);
	}
}
