import type { INode } from 'n8n-workflow';
import { Form, type FormItem } from '../parameters/Form';
import type { Ledger } from '../sendOnce/Ledger';
import { createClient } from '../transport/createClient';
import type { RequestOptionsParameter } from '../transport/requestOptions';
import type { RequestGroup } from '../transport/RequestGroup';
import type { ServiceClient } from '../transport/ServiceClient';
import { isInDoubt } from '../transport/ServiceError';
import { wasInDoubt, type Item, type Outcome } from './Item';
import type { NodeCall } from './NodeCall';
import { openLedger, type History } from './openLedger';
import type { Operation } from './Operation';
import { triesOf, type Tries } from './retryOnFail';
import { SentInExecution } from './Newsletter';
import { SharedTexts } from './SharedTexts';

/** n8n cuts off longer values. */
const MAX_HIGHLIGHT_LENGTH = 255;

export class Run {
	readonly items: Item[] = [];

	readonly continueOnFail: boolean;

	readonly node: INode;

	readonly signal: AbortSignal | undefined;

	readonly sent: SentInExecution;

	readonly tries: Tries;

	private readonly evaluators: FormItem['evaluators'] = new Map();

	private readonly texts = new SharedTexts();

	constructor(
		readonly operation: Operation,
		private readonly call: NodeCall,
	) {
		const { context, retryKey, nodeContext } = call;
		this.continueOnFail = context.continueOnFail();
		this.node = context.getNode();
		this.signal = context.getExecutionCancelSignal();
		this.sent = new SentInExecution(nodeContext);
		this.tries = triesOf(retryKey);
	}

	get itemIndexes(): number[] {
		return this.call.itemIndexes;
	}

	get isCancelled(): boolean {
		return this.signal?.aborted === true;
	}

	form(itemIndex: number): Form {
		const { call, texts } = this;
		return new Form(this.operation.properties, {
			raw: call.raw,
			evaluate: (expression) => texts.share(call.context.evaluateExpression(expression, itemIndex)),
			plain: call.plain?.(itemIndex),
			json: () => call.json(itemIndex),
			timezone: call.context.getTimezone(),
			startedAt: this.tries.startedAt,
			evaluators: this.evaluators,
			itemCount: call.itemIndexes.length,
			resumeUrl: call.resumeUrl,
		});
	}

	/** A unit in doubt stays in doubt if a later try was not sent or was rejected. */
	note(outcome: Outcome, units = outcome.batch.units): void {
		const isFailed = outcome.kind === 'failed';
		const mayBeSent = !isFailed || isInDoubt(outcome.error);
		for (const unit of units) {
			unit.outcome = !mayBeSent && wasInDoubt(unit) ? unit.previousFailure : outcome;
		}
		const newsletters = units.flatMap(({ values }) => this.operation.newsletter?.(values) ?? []);
		if (mayBeSent) this.sent.add(newsletters, isFailed);
	}

	addHint(message: string): void {
		this.call.addHint(message);
	}

	log(message: string): void {
		this.call.context.logger.warn(message);
	}

	/** Logs the summary, because n8n drops some errors. A stopped execution keeps only highlighted data. */
	reportSummary(summary: string): void {
		this.log(`The node "${this.node.name}" ended early ${summary}`);
		// Undefined before n8n 2.40.
		const { customData } = this.call.context;
		customData?.set('mailroom_summary', summary.slice(0, MAX_HIGHLIGHT_LENGTH));
	}

	openLedger(history: History): Ledger {
		return openLedger(this.call, history);
	}

	async connect(group: RequestGroup): Promise<ServiceClient> {
		const { context, setting } = this.call;
		const options = setting('requestOptions') ?? {};
		return await createClient(context, group, options as RequestOptionsParameter);
	}
}
