import type { KeyedBatch } from '../../../nodes/Mailroom/neverTwice/key/KeyedBatch';
import type { KeyedRun } from '../../../nodes/Mailroom/neverTwice/key/Claim';
import { stateOf } from './stateOf';
import type { Execution, Story } from './Story';
import { World, type Process } from './World';

/** As many requests of a run are begun at once. */
const MAX_BEGUN = 20;
const MAX_RUN_MS = 10 * 60_000;
/** Until nothing is written or looked at any more. */
const QUIET_MS = 60_000;

/** @returns what a story has broken */
export async function runStory(story: Story): Promise<string[]> {
	const world = new World(story);
	const { clock } = world;
	const crashes = story.crashesAtMs.map(async (atMs) => {
		await clock.sleep(atMs);
		world.crash();
	});
	const executions = story.executions.map(async (execution) => {
		await clock.sleep(execution.startsAtMs);
		const execute = new RunOfStory(world, world.process, execution).execute();
		// A run that hangs is a violation, unless its process has ended.
		const { process } = world;
		let isOver = false;
		void execute.then(() => (isOver = true));
		const limit = clock.sleep(MAX_RUN_MS).then(() => {
			if (!isOver && process.isAlive) world.violations.push('a run never ends');
		});
		await Promise.race([execute, limit]);
	});
	await clock.until(Promise.all([...crashes, ...executions]));
	await clock.advance(QUIET_MS);
	checkEnd(world, story);
	return world.violations;
}

function checkEnd({ names, row, delivered, uncertain, violations }: World, story: Story): void {
	const mayRepeat = story.executions.some(({ inDoubt }) => inDoubt === 'send');
	for (const name of names) {
		const emails = delivered.filter((one) => one === name).length;
		const doubts = uncertain.filter((one) => one === name).length;
		if (emails > 1 + (mayRepeat ? doubts : 0)) violations.push(`${name} got ${emails} emails`);
		const state = stateOf(row, name);
		const expected = emails > 0 ? 'sent' : 'free';
		if (doubts === 0 && state !== expected) violations.push(`${name} is ${state}, not ${expected}`);
		if (state === 'sent' && emails === 0) violations.push(`${name} is forgotten`);
	}
}

/** Does what the node does around the ledger. */
class RunOfStory {
	private isEnded = false;
	private onEnd = () => {};
	private readonly ended = new Promise<void>((resolve) => {
		this.onEnd = resolve;
	});
	/** Recipients that a later try does not send again. */
	private readonly done = new Set<string>();

	constructor(
		private readonly world: World,
		private readonly process: Process,
		private readonly execution: Execution,
	) {}

	async execute(): Promise<void> {
		const { canceledAfterMs, tries } = this.execution;
		if (canceledAfterMs !== undefined) {
			void this.process.clock.sleep(canceledAfterMs).then(() => this.end());
		}
		for (let number = 1; number <= tries && !this.isEnded; number++) {
			const isFailed = await this.try();
			if (!isFailed) return;
			await this.process.clock.sleep(1_000);
			if (this.execution.stops) this.isEnded = false;
		}
	}

	private end(): void {
		this.isEnded = true;
		this.onEnd();
	}

	/** @returns whether something has failed */
	private async try(): Promise<boolean> {
		const { process, execution } = this;
		const run = this.world.newRun();
		const begun = new Set<Promise<void>>();
		let before = Promise.resolve();
		let isFailed = false;
		for (const recipients of execution.requests) {
			const names = recipients.map(String).filter((name) => !this.done.has(name));
			if (names.length === 0) continue;
			if (begun.size >= MAX_BEGUN) await Promise.race(begun);
			if (this.isEnded) break;
			let onStart = () => {};
			const started = new Promise<void>((resolve) => (onStart = resolve));
			const sending: Promise<void> = this.send(run, names, { before, onStart })
				.then((isGood) => {
					isFailed ||= !isGood;
				})
				.finally(() => {
					onStart();
					begun.delete(sending);
				});
			begun.add(sending);
			before = started;
		}
		await Promise.race([
			Promise.all(begun),
			...(execution.canceledAfterMs === undefined ? [] : [this.ended]),
		]);
		if (execution.canceledAfterMs === undefined)
			await process.ledger.whenStored(run).catch(() => {});
		return isFailed;
	}

	private async send(
		run: KeyedRun,
		names: string[],
		{ before, onStart }: { before: Promise<void>; onStart(): void },
	): Promise<boolean> {
		const { ledger } = this.process;
		const { inDoubt, stops } = this.execution;
		const since = this.world.clock.now();
		const entries = names.map((name) => ({ name, evenInDoubt: inDoubt === 'send' }));
		const batch = ledger.claim(entries, run);
		await Promise.race([batch.decided, this.ended]);
		if (!batch.isDecided) ledger.withdraw(batch);
		const isAnswered = this.checkAnswers(batch, since);
		await before;
		const granted = [...batch.claims.values()].filter(({ state }) => state === 'granted');
		if (stops && !isAnswered) this.end();
		if (granted.length === 0) return isAnswered;
		await this.process.ifAlive(this.world.waitForRateLimit(this.process));
		if (this.isEnded) {
			for (const claim of granted) ledger.end(claim, 'released');
			return false;
		}
		onStart();
		const outcome = await this.world.send(
			this.process,
			granted.map(({ entry }) => entry.name),
		);
		const ending = { accepted: 'sent', rejected: 'released', inDoubt: 'inDoubt' } as const;
		for (const claim of granted) {
			ledger.end(claim, ending[outcome]);
			if (outcome !== 'rejected') this.done.add(claim.entry.name);
		}
		if (stops && outcome !== 'accepted') this.end();
		return isAnswered && outcome === 'accepted';
	}

	/** @returns whether all emails may be sent, or are */
	private checkAnswers({ answers }: KeyedBatch, since: number): boolean {
		const { delivered, uncertain, violations, clock } = this.world;
		let isGood = true;
		for (const [name, answer] of answers) {
			if (answer === 'granted') continue;
			if (answer === 'sent') {
				if (!delivered.includes(name)) violations.push(`${name} was told as sent`);
				this.done.add(name);
				continue;
			}
			if (answer === 'inDoubt') {
				if (!uncertain.includes(name)) violations.push(`${name} was told as in doubt`);
				this.done.add(name);
				if (this.execution.inDoubt === 'skip') continue;
			}
			if (answer === 'beingSent' && clock.now() - since < 60_000) {
				violations.push(`${name} was not waited for`);
			}
			isGood = false;
		}
		return isGood;
	}
}
