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
import type { Batch, Unit } from './Item';
import type { Run } from './Run';

interface Endpoint {
	method: IHttpRequestMethods;
	url: string;
}

/** `Values`: an item's checked parameters. `Result`: the part of a response that `output` needs. */
export interface Operation<Values = unknown, Result = unknown> {
	name: string;
	value: string;
	action: string;
	description: string;
	endpoint: Endpoint;
	properties: INodeProperties[];
	idempotency: Idempotency;

	doubtTexts?: DoubtTexts;

	notFoundMeans?: ServiceRequest['notFoundMeans'];

	/** Advice if the service rejects the content, by a documented rule that concerns the request. */
	rejectionAdvice?(several: Values[]): string | undefined;

	/** One request at a time, also in parallel calls of an agent. */
	isSequential?: boolean;

	/** The word for success in the account. By default "done". */
	doneWord?: 'sent' | 'saved';

	/** Throws InvalidParameter. */
	read(form: Form): Values;

	/** Body and query of a request, and its URL if it isn't the endpoint's. */
	requestOf(several: Values[]): Partial<Pick<ServiceRequest, 'url' | 'body' | 'qs'>>;

	/** @param values of the first unit in the request */
	result?(response: Accepted<ServiceResponse>, values: Values): Accepted<Result> | Failed;

	/** Replaces the one request of an item. */
	perform?(
		client: Client,
		request: ServiceRequest,
		values: Values,
	): Promise<Outcome<Result> | undefined>;

	/** @param acceptedAt in ms since 1970; undefined if sent earlier */
	output(
		values: Values,
		result: Result,
		acceptedAt: number | undefined,
	): IDataObject | IDataObject[];

	hint?(accepted: Array<AcceptedUnit<Values, Result>>): string[] | Promise<string[]>;

	/** Called when all items are read. May make items invalid, and note outcomes of units. */
	checkAll?(run: Run): void;

	/** Called for each outcome, with the units that share it. */
	noted?(units: Array<Unit<Values>>, outcome: Outcome, run: Run): void;

	/** Wraps `send`, the work of a run. Not called for tools of n8n's declarative engine, which cannot wait. */
	around?(run: Run, context: IExecuteFunctions, send: Send): Promise<INodeExecutionData[]>;

	/** Fields to add to the output if an earlier run has sent some units. By default `alreadySent: true`. */
	alreadySent?(units: Values[]): IDataObject;

	/** Changes with the same key are sent in item order. */
	contactKey?(values: Values): string;

	bulk?: Bulk<Values>;

	/** Of an email. n8n's Retry does not send it again. */
	recipient?(values: Values): Recipient;

	/** Set if a history that outlives the execution decides whether the unit is sent. */
	historyKey?(values: Values): string | undefined;

	/** Called before the first request. May note outcomes of units. */
	claims?(run: Run): Promise<Claims | undefined>;
}

/** Throws if an item fails with "Stop", or if the execution is canceled. */
export type Send = () => Promise<INodeExecutionData[]>;

export interface AcceptedUnit<Values, Result = unknown> extends Accepted<Result> {
	values: Values;
}

export interface Bulk<Values> {
	plan(units: Array<Unit<Values>>): Batch[];

	/** Values of an item's units, if it can be split. */
	units?(values: Values): Values[];

	isolatesRejected?(values: Values): boolean;

	splitOption?: string;

	unitName?(values: Values): string;

	/** Hint on items that share an output item. */
	sharedOutputHint?(itemCount: number): string;

	unitNoun: string;
}

export interface Recipient {
	kind: 'contact' | 'list';
	/** A normalized address, or the name of a list. */
	name: string;
	/** In histories of earlier versions, if it differs. */
	formerName?: string;
}

/** Emails of a run that no other run may send meanwhile. */
export interface Claims {
	/** @returns the units to send; the others have an outcome, unless the run has ended */
	claim(units: Unit[]): Promise<Unit[]>;
	/** Called with each outcome, and when the unit has certainly none. */
	end(unit: Unit): void;
	/** Called when no request is in flight. */
	finish(): Promise<void>;
}
