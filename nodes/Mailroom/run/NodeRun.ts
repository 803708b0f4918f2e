import type { INode } from 'n8n-workflow';
import { ExpressionFailure, Form, type FormRun } from '../parameters/Form';
import { createClient } from '../client/createClient';
import type { RequestOptionsParameter } from '../client/requestOptions';
import type { RequestGroup } from '../transport/gate/RequestGroup';
import type { ServiceClient } from '../transport/ServiceClient';
import { systemClock } from '../clock';
import { executionTimeoutAt } from '../n8nInternals';
import { endBeforeTimeout, waitsOfRetries, watchTimeout } from './executionTimeout';
import { isFailed, merge, type Failed, type Outcome } from '../transport/Outcome';
import { isPending, type Batch, type Item, type TriedItems, type Unit } from './Item';
import { failedBy } from './failedBy';
import type { ExecutionMemory } from './memory/ExecutionMemory';
import type { NodeCall } from './NodeCall';
import type { Claims, Operation, Run } from './Operation';
import { triedItems } from './memory/retryOnFail';
import { SharedTexts } from './SharedTexts';

/** `Run` describes the members. */
export class NodeRun implements Run {
	readonly items: Item[] = [];
	readonly node: INode;
	readonly cancelSignal: AbortSignal;
	claims: Claims | undefined;
	stoppedBy: Failed | undefined;
	endedBy: Failed | undefined;
	readonly tried: TriedItems;
	private readonly stopController = new AbortController();
	private readonly abandonController = new AbortController();
	private readonly formRun: FormRun;
	private readonly texts = new SharedTexts();

	constructor(
		readonly operation: Operation,
		readonly call: NodeCall,
		readonly continueOnFail = call.context.continueOnFail(),
	) {
		const { context, retryKey } = call;
		this.node = context.getNode();
		this.cancelSignal = context.getExecutionCancelSignal() ?? new AbortController().signal;
		this.tried = triedItems(retryKey);
		this.formRun = {
			raw: call.raw,
			timezone: context.getTimezone(),
			startedAt: this.tried.startedAt,
			context,
			evaluators: new Map(),
		};
		if (this.tried.endedBy) this.end(this.tried.endedBy);
	}

	get memories(): ExecutionMemory[] {
		const { memory, parentMemory } = this.call;
		return parentMemory ? [memory, parentMemory] : [memory];
	}

	get itemIndexes(): number[] {
		return this.call.itemIndexes;
	}

	pendingBatches(): Batch[] {
		const units = this.items.flatMap((item) => (item.invalid ? [] : item.units.filter(isPending)));
		return this.operation.wire.bulk?.plan(units) ?? units.map((unit) => ({ units: [unit] }));
	}

	get isCanceled(): boolean {
		return this.cancelSignal.aborted;
	}

	form(itemIndex: number): Form {
		const { call, texts } = this;
		return new Form(this.operation.form.properties, {
			run: this.formRun,
			evaluate: (expression) =>
				texts.share(expression, call.context.evaluateExpression(expression, itemIndex)),
			plain: call.plain?.(itemIndex),
			json: () => call.json(itemIndex),
		});
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
		const { call, node, tried } = this;
		const now = systemClock.timeOfDay();
		const timeoutAt = executionTimeoutAt(call.context, tried.startedAt);
		if (timeoutAt === undefined) return () => {};
		const waitsMs = waitsOfRetries(node, tried.count - 1);
		return watchTimeout(this, endBeforeTimeout(timeoutAt, now, waitsMs));
	}

	end(failed: Failed): void {
		this.endedBy ??= failed;
		this.stoppedBy ??= failed;
		this.stop();
	}

	/** Only this class writes the outcome of units. */
	note(batch: Batch, outcome: Outcome): void {
		for (const unit of batch.units) {
			const merged = merge(unit.outcome, outcome);
			if (merged !== unit.outcome) unit.batch = batch;
			unit.outcome = merged;
			unit.isPending = false;
		}
		// Before anything that could throw.
		if (isFailed(outcome)) this.stopAfter(outcome);
		this.endClaims(batch);
		this.operation.features?.onOutcome?.(batch.units, outcome, this);
	}

	noteDoubt({ units }: Batch, failed: Failed): void {
		if (failed.kind === 'inDoubt') for (const unit of units) unit.outcome = failed;
	}

	async unitsToSend({ units }: Batch): Promise<Unit[]> {
		const pending = units.filter(isPending);
		return this.claims ? await this.claims.claim(pending) : pending;
	}

	endClaims({ units }: Batch): void {
		for (const unit of units) this.claims?.end(unit);
	}

	private stopAfter(failed: Failed): void {
		if (failed.isSkipped || (this.continueOnFail && failed.scope !== 'run')) return;
		this.stoppedBy ??= failed;
		this.stop();
	}

	addHint(message: string): void {
		this.call.addHint(message);
	}

	log(message: string): void {
		this.call.context.logger.warn(message);
	}

	async connect(group: RequestGroup): Promise<ServiceClient | Failed> {
		const options = this.requestOptions();
		if (isFailed(options)) return options;
		try {
			return await createClient(this.call.context, group, options);
		} catch (error) {
			return failedBy(error);
		}
	}

	private requestOptions(): RequestOptionsParameter | Failed {
		try {
			return this.call.setting('requestOptions') ?? {};
		} catch (error) {
			const reason = error instanceof Error ? error : new Error(String(error));
			return failedBy(new ExpressionFailure('requestOptions', 'Request Options', reason));
		}
	}
}
