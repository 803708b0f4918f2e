import { grouped } from '../grouped';
import { executionTimeoutAt } from '../n8nInternals';
import { memoriesOf } from '../neverTwice/memoriesOf';
import type { Answers, Known, Memory } from '../neverTwice/Memory';
import type { Recipient } from '../neverTwice/Recipient';
import { systemClock } from '../clock';
import { isFailed, type Failed, type Outcome } from '../transport/Outcome';
import { endBeforeTimeout, waitsOfRetries, watchTimeout } from './executionTimeout';
import { isPending, type Batch, type Item, type TriedItems, type Unit } from './Item';
import { failedBy } from './failedBy';
import { N8nPort } from './N8nPort';
import type { NodeCall } from './NodeCall';
import type { Operation, Run } from './Operation';
import { itemsOfAllTries, triedItems } from './retryOnFail';

/** What happened to the items. `Run` describes the members. */
export class NodeRun implements Run {
	readonly items: Item[] = [];
	readonly tried: TriedItems;
	readonly n8n: N8nPort;
	stoppedBy: Failed | undefined;
	endedBy: Failed | undefined;
	private memories: Memory[] = [];
	private readonly stopController = new AbortController();
	private readonly abandonController = new AbortController();

	/** @param continueOnFail by default, n8n's setting "On Error" */
	constructor(
		readonly operation: Operation,
		call: NodeCall,
		continueOnFail?: boolean,
	) {
		this.tried = triedItems(call.retryKey);
		this.n8n = new N8nPort(call, this.tried.startedAt, continueOnFail);
		if (this.tried.endedBy) this.end(this.tried.endedBy);
	}

	pendingBatches(): Batch[] {
		const units = this.pendingUnits();
		return this.operation.wire.bulk?.plan(units) ?? units.map((unit) => ({ units: [unit] }));
	}

	get stopSignal(): AbortSignal {
		return this.stopController.signal;
	}

	stop(): void {
		this.stopController.abort();
	}

	get abandonSignal(): AbortSignal {
		return this.abandonController.signal;
	}

	abandon(): void {
		this.abandonController.abort();
	}

	watchTimeout(): () => void {
		const { n8n, tried } = this;
		const now = systemClock.timeOfDay();
		const timeoutAt = executionTimeoutAt(n8n.call.context, tried.startedAt);
		if (timeoutAt === undefined) return () => {};
		const waitsMs = waitsOfRetries(n8n.node, tried.count - 1);
		return watchTimeout(this, endBeforeTimeout(timeoutAt, now, waitsMs));
	}

	end(failed: Failed): void {
		this.endedBy ??= failed;
		this.stoppedBy ??= failed;
		this.stop();
	}

	askMemories(): void {
		this.openMemories();
		for (const memory of this.memories) {
			this.refuse(memory.conflicts?.(recipientsOf(this.pendingUnits())));
			const units = this.pendingUnits();
			this.noteAnswers(units, memory.lookUp(recipientsOf(units)));
		}
	}

	async claim({ units }: Batch): Promise<Unit[]> {
		const unclaimed = units.filter((unit) => unit.isPending && !unit.isClaimed);
		for (const memory of unclaimed.length > 0 ? this.memories : []) {
			if (!memory.claim) continue;
			const answers = await memory.claim(recipientsOf(unclaimed), this.stopSignal);
			this.noteAnswers(unclaimed, answers);
		}
		for (const unit of unclaimed) if (unit.isPending) unit.claim();
		return units.filter(isPending);
	}

	release({ units }: Batch): void {
		const claimed = units.filter((unit) => unit.isClaimed);
		for (const unit of claimed) unit.reopen();
		this.tellMemories(claimed, undefined);
	}

	note(batch: Batch, outcome: Outcome): void {
		for (const unit of batch.units) unit.end(outcome, batch);
		// Before anything that could throw.
		if (isFailed(outcome)) this.stopAfter(outcome);
		for (const [ending, units] of grouped(batch.units, (unit) => unit.outcome)) {
			this.tellMemories(units, ending);
		}
	}

	noteDoubt({ units }: Batch, failed: Failed): void {
		if (failed.kind === 'inDoubt') for (const unit of units) unit.keepDoubt(failed);
	}

	async closeMemories(): Promise<void> {
		const known = knownOf(this.items);
		const signal = AbortSignal.any([this.n8n.cancelSignal, this.abandonSignal]);
		for (const memory of this.fromLast) await memory.close?.(known, signal);
	}

	leaveToRetry(): void {
		const known = knownOf(itemsOfAllTries(this));
		// It can end before it has asked them.
		this.openMemories();
		for (const memory of this.memories) memory.leave?.(known);
	}

	private openMemories(): void {
		if (this.memories.length > 0) return;
		const { value, wire } = this.operation;
		const recipients = recipientsOf(itemsOfAllTries(this).flatMap(({ units }) => units));
		if (recipients.length === 0) return;
		this.memories = memoriesOf(recipients, this.n8n.call, { value, doubtTexts: wire.doubtTexts });
	}

	private refuse(conflicts: ReturnType<NonNullable<Memory['conflicts']>> = new Map()): void {
		if (conflicts.size === 0) return;
		for (const [position, item] of this.items.entries()) {
			const [error] = item.units.flatMap(
				({ recipient }) => (recipient && conflicts.get(recipient)) ?? [],
			);
			// A copy, because Retry On Fail keeps the item, and its next try asks again.
			if (error) this.items[position] = { ...item, invalid: failedBy(error) };
		}
	}

	private pendingUnits(): Unit[] {
		return this.items.flatMap((item) => (item.invalid ? [] : item.units.filter(isPending)));
	}

	private noteAnswers(units: Unit[], answers: Answers): void {
		const answered = grouped(units, ({ recipient }) => recipient && answers.get(recipient));
		for (const [answer, together] of answered) if (answer) this.note({ units: together }, answer);
	}

	/** If another one throws, the last one, which claims, has learned of it. */
	private get fromLast(): Memory[] {
		return [...this.memories].reverse();
	}

	private tellMemories(units: Unit[], outcome: Outcome | undefined): void {
		const recipients = recipientsOf(units);
		if (recipients.length === 0) return;
		for (const memory of this.fromLast) memory.note?.(recipients, outcome);
	}

	private stopAfter(failed: Failed): void {
		if (failed.isSkipped || (this.n8n.continueOnFail && failed.scope !== 'run')) return;
		this.stoppedBy ??= failed;
		this.stop();
	}
}

function recipientsOf(units: Unit[]): Recipient[] {
	return units.flatMap(({ recipient }) => recipient ?? []);
}

function knownOf(items: Item[]): Known[] {
	return items
		.flatMap(({ units }) => units)
		.flatMap(({ recipient, outcome }) => (recipient && outcome ? [{ recipient, outcome }] : []));
}
