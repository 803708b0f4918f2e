import type { INode, INodeProperties } from 'n8n-workflow';
import { ExpressionFailure, Form, type FormRun } from '../parameters/Form';
import { createClient } from '../client/createClient';
import type { RequestGroup } from '../transport/gate/RequestGroup';
import { isFailed, type Failed } from '../transport/Outcome';
import type { RequestOptionsParameter } from '../client/requestOptions';
import type { ServiceClient } from '../transport/ServiceClient';
import { failedBy } from './failedBy';
import type { NodeCall } from './NodeCall';
import { SharedTexts } from './SharedTexts';

/** All that a run has of n8n: the node's settings, its items, the service's client, and where to tell something. */
export class N8nPort {
	readonly node: INode;
	private readonly formRun: FormRun;
	private readonly texts = new SharedTexts();

	/**
	 * @param startedAt start of the first try, in ms since 1970
	 * @param continueOnFail whether a failed item comes out with its error
	 */
	constructor(
		readonly call: NodeCall,
		startedAt: number,
		readonly continueOnFail = call.context.continueOnFail(),
	) {
		const { context, raw } = call;
		this.node = context.getNode();
		const timezone = context.getTimezone();
		this.formRun = { raw, timezone, startedAt, context, evaluators: new Map() };
	}

	get itemIndexes(): number[] {
		return this.call.itemIndexes;
	}

	/** n8n aborts it to cancel the execution. */
	get cancelSignal(): AbortSignal {
		return this.call.cancelSignal;
	}

	get isCanceled(): boolean {
		return this.cancelSignal.aborted;
	}

	form(properties: INodeProperties[], itemIndex: number): Form {
		const { call, texts } = this;
		return new Form(properties, {
			run: this.formRun,
			evaluate: (expression) =>
				texts.share(expression, call.context.evaluateExpression(expression, itemIndex)),
			plain: call.plain?.(itemIndex),
			json: () => call.json(itemIndex),
		});
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

	addHint(message: string): void {
		this.call.addHint(message);
	}

	log(message: string): void {
		this.call.log(message);
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
