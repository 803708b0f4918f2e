import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestMethods,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { Form } from '../parameters/Form';
import type { ServiceResponse } from '../service';
import type { Accepted, Failed, Outcome } from '../transport/Outcome';
import type { Client } from '../transport/ServiceClient';
import type { DoubtTexts, Idempotency, ServiceRequest } from '../transport/ServiceRequest';
import type { Batch, Item, TriedItems, Unit } from './Item';
import type { Identity } from '../neverTwice/Recipient';
import type { N8nPort } from './N8nPort';

interface Endpoint {
	method: IHttpRequestMethods;
	url: string;
}

/** `Values`: an item's checked parameters. `Result`: the part of a response that `output` needs. */
export interface Operation<Values = unknown, Result = unknown> {
	value: string;
	form: OperationForm<Values>;
	wire: Wire<Values, Result>;
	report: Report<Values, Result>;
	/** Whom a unit reaches. Set if the operation must not do that twice: memories then know the unit by it. */
	recipient?(values: Values): Identity;
	features?: Features<Values>;
}

/** The operation as users see it in the editor, and how an item's parameters are read. */
export interface OperationForm<Values = unknown> {
	name: string;
	action: string;
	description: string;
	properties: INodeProperties[];

	/** Throws InvalidParameter. */
	read(form: Form): Values;
}

/** The requests of the operation: their content, order and repetition, and how responses are taken. */
export interface Wire<Values = unknown, Result = unknown> {
	endpoint: Endpoint;
	idempotency: Idempotency;

	doubtTexts?: DoubtTexts;

	notFoundMeans?: ServiceRequest['notFoundMeans'];

	/** Advice if the service rejects the content, by a documented rule that concerns the request. */
	rejectionAdvice?(several: Values[]): string | undefined;

	/** One request at a time, also in parallel calls of an agent. */
	isSequential?: boolean;

	/** Changes with the same key are sent in item order. */
	contactKey?(values: Values): string;

	/**
	 * Body and query of a request, and values for places in the endpoint's URL.
	 *
	 * @param several values of the units in the request
	 */
	requestOf(several: Values[]): Partial<Pick<ServiceRequest, 'path' | 'body' | 'qs'>>;

	/** @param values of the first unit in the request */
	result?(response: Accepted<ServiceResponse>, values: Values): Accepted<Result> | Failed;

	/** Replaces the one request of an item. */
	perform?(
		client: Client,
		request: ServiceRequest,
		values: Values,
	): Promise<Outcome<Result> | undefined>;

	bulk?: Bulk<Values>;
}

/** The words and data by which users learn what the operation has done. */
export interface Report<Values = unknown, Result = unknown> {
	/** The word for success in the account. By default "done". */
	doneWord?: 'sent' | 'saved';

	/** @param acceptedAt in ms since 1970; undefined if sent earlier */
	output(
		values: Values,
		result: Result,
		acceptedAt: number | undefined,
	): IDataObject | IDataObject[];

	/** Fields to add to the output if an earlier run has sent some units. By default `alreadySent: true`. */
	alreadySent?(units: Values[]): IDataObject;

	/** Fields that replace those of the output if some units were skipped as rejected. */
	rejected?(values: Values, rejected: Array<RejectedUnit<Values>>): IDataObject;

	hint?(accepted: Array<AcceptedUnit<Values, Result>>): string[] | Promise<string[]>;
}

/** What only some operations do. */
export interface Features<Values = unknown> {
	/** Called when all items are read. May make items invalid. */
	checkAll?(run: Run<Values>): void | Promise<void>;

	/**
	 * Called once, after the last request, with what was rejected alone.
	 *
	 * @returns sentences to add to the advice, by values
	 */
	explainRejections?(
		rejected: Values[],
		client: Client,
		run: Run<Values>,
	): Promise<ReadonlyMap<Values, string>>;

	/** Wraps the whole call of the node. Not called in n8n's declarative engine. */
	wrapCall?(context: IExecuteFunctions, callNode: CallNode): Promise<INodeExecutionData[]>;

	/** Wraps `send`, the work of a run. Not called for tools of n8n's declarative engine, which cannot wait. */
	wrapRun?(run: Run<Values>, context: IExecuteFunctions, send: Send): Promise<INodeExecutionData[]>;
}

/** A run as its report needs it: the items with their outcomes. */
export interface ReportedRun<Values = unknown> {
	readonly operation: Operation;
	readonly n8n: N8nPort;
	readonly items: Array<Item<Values>>;
	/** Items of all tries of this run. */
	readonly tried: TriedItems;
	/** The failure that has ended the run early. */
	readonly stoppedBy: Failed | undefined;
	/** The same, if it is no failure of an item. */
	readonly endedBy: Failed | undefined;

	/** Before it ends with an error, after which n8n offers Retry. */
	leaveToRetry(): void;
}

/** One try of the node, from its items to their outcomes. Tools have one item. */
export interface Run<Values = unknown> extends ReportedRun<Values> {
	/** Aborted when requests in flight are given up, shortly before n8n would cancel the execution. */
	readonly abandonSignal: AbortSignal;
	/** Aborted when no more requests may start. */
	readonly stopSignal: AbortSignal;

	/** Before the first request. Notes what memories know of the units, and makes items invalid that must not be sent beside it. */
	askMemories(): void;
	/** Requests that are left to send, in item order. */
	pendingBatches(): Array<Batch<Values>>;
	/**
	 * Right before a request, in the order of the requests.
	 *
	 * @returns the units to send; the others have an outcome, unless the run has ended
	 */
	claim(batch: Batch): Promise<Unit[]>;
	/** Writes the outcome of units. A failure may end the run. */
	note(batch: Batch, outcome: Outcome): void;
	/** Keeps a doubt about a batch that is sent in parts: after a 503 and a 400, units that are not sent stay in doubt. */
	noteDoubt(batch: Batch, failed: Failed): void;
	/** Releases what is claimed and was certainly not sent. */
	release(batch: Batch): void;
	/** Starts no more requests. */
	stop(): void;
	abandon(): void;
	/** Ends the run before n8n's timeout cancels it. Returns a function to call when the run is over. */
	watchTimeout(): () => void;
	/** Ends the run by a failure that concerns all its items. Requests in flight end by themselves. */
	end(failed: Failed): void;
	/** When no request is in flight, or the run is canceled. */
	closeMemories(): Promise<void>;
}

/** By default, n8n's setting "On Error" decides whether a failed item comes out with its error. */
export type CallNode = (options?: { continueOnFail?: boolean }) => Promise<INodeExecutionData[]>;

/** Throws if an item fails with "Stop", or if the execution is canceled. */
export type Send = () => Promise<INodeExecutionData[]>;

export interface AcceptedUnit<Values, Result = unknown> extends Accepted<Result> {
	values: Values;
}

export interface RejectedUnit<Values> {
	values: Values;
	/** In words for the user. */
	reason: string;
}

/** Operations whose requests take several units. */
export interface Bulk<Values> {
	/** Puts units into requests, in the order in which they start. */
	plan(units: Array<Unit<Values>>): Batch[];

	/** Values of an item's units, if it can be split. */
	units?(values: Values): Values[];

	/** Whether units that were rejected together are tried in parts. A second try could send an email twice. */
	isolatesRejected?(values: Values): boolean;

	/** Whether a rejected unit stops nothing and leaves its item as it is, as long as others of the item were accepted. */
	skipsRejected?(values: Values): boolean;

	/** Display name of the option that turns this on. */
	splitOption?: string;

	/** Word for a unit in errors, by which the service may also name it in a reason. */
	unitName?(values: Values): string;

	/** Hint on items that share an output item. */
	sharedOutputHint?(itemCount: number): string;

	/** Plural, such as "recipients". */
	unitNoun: string;
}
