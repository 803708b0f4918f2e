import type { INode } from 'n8n-workflow';
import { Form, type FormItem } from '../parameters/Form';
import { createClient } from '../transport/createClient';
import type { RequestOptionsParameter } from '../transport/requestOptions';
import type { RequestGroup } from '../transport/gate/RequestGroup';
import type { ServiceClient } from '../transport/ServiceClient';
import { isFailed, merge, type Failed, type Outcome } from '../transport/Outcome';
import { isPending, type Batch, type Item, type TriedItems, type Unit } from './Item';
import { failedBy } from './failedBy';
import type { ExecutionMemory } from './memory/ExecutionMemory';
import type { NodeCall } from './NodeCall';
import type { Claims, Operation, Run } from './Operation';
import { triedItems } from './memory/retryOnFail';
import { SharedTexts } from './SharedTexts';

export class NodeRun implements Run {
	readonly items: Item[] = [];
	readonly continueOnFail: boolean;
	readonly node: INode;
	/** n8n aborts it to cancel the execution. */
	readonly signal: AbortSignal;
	claims: Claims | undefined;
	/** The failure that has ended the run early. */
	stoppedBy: Failed | undefined;
	readonly tried: TriedItems;
	private readonly ending = new AbortController();
	private readonly evaluators: FormItem['evaluators'] = new Map();
	private readonly texts = new SharedTexts();

	constructor(
		readonly operation: Operation,
		readonly call: NodeCall,
	) {
		const { context, retryKey } = call;
		this.continueOnFail = context.continueOnFail();
		this.node = context.getNode();
		this.signal = context.getExecutionCancelSignal() ?? new AbortController().signal;
		this.tried = triedItems(retryKey);
	}

	get memories(): ExecutionMemory[] {
		const { memory, parentMemory } = this.call;
		return parentMemory ? [memory, parentMemory] : [memory];
	}

	get itemIndexes(): number[] {
		return this.call.itemIndexes;
	}

	/** Requests that are left to send, in item order. */
	pendingBatches(): Batch[] {
		const units = this.items.flatMap((item) => (item.invalid ? [] : item.units.filter(isPending)));
		return this.operation.wire.bulk?.plan(units) ?? units.map((unit) => ({ units: [unit] }));
	}

	get isCancelled(): boolean {
		return this.signal.aborted;
	}

	form(itemIndex: number): Form {
		const { call, texts } = this;
		return new Form(this.operation.form.properties, {
			raw: call.raw,
			evaluate: (expression) =>
				texts.share(expression, call.context.evaluateExpression(expression, itemIndex)),
			plain: call.plain?.(itemIndex),
			json: () => call.json(itemIndex),
			timezone: call.context.getTimezone(),
			startedAt: this.tried.startedAt,
			evaluators: this.evaluators,
			context: call.context,
		});
	}

	/** Aborted when no more requests may start. */
	get ended(): AbortSignal {
		return this.ending.signal;
	}

	end(): void {
		this.ending.abort();
	}

	/** Writes the outcome of units, which only this class does. A failure may end the run. */
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

	/** For a batch that is sent in parts: after a 503 and a 400, those that are not sent stay in doubt. */
	noteSplit({ units }: Batch, rejected: Failed): void {
		if (rejected.kind === 'inDoubt') for (const unit of units) unit.outcome = rejected;
	}

	/** The units to send now. */
	async claimed({ units }: Batch): Promise<Unit[]> {
		const pending = units.filter(isPending);
		return this.claims ? await this.claims.claim(pending) : pending;
	}

	/** Without an outcome, claims are released. */
	endClaims({ units }: Batch): void {
		for (const unit of units) this.claims?.end(unit);
	}

	private stopAfter(failed: Failed): void {
		if (this.continueOnFail && failed.scope !== 'run') return;
		this.stoppedBy ??= failed;
		this.end();
	}

	addHint(message: string): void {
		this.call.addHint(message);
	}

	log(message: string): void {
		this.call.context.logger.warn(message);
	}

	async connect(group: RequestGroup): Promise<ServiceClient | Failed> {
		const { context, setting } = this.call;
		const options = setting('requestOptions') ?? {};
		try {
			return await createClient(context, group, options as RequestOptionsParameter);
		} catch (error) {
			return failedBy(error);
		}
	}
}
