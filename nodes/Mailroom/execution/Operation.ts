import type { IDataObject, IHttpRequestMethods, INodeProperties } from 'n8n-workflow';
import type { Form } from '../parameters/Form';
import type { InvalidParameter } from '../parameters/InvalidParameter';
import type { Question } from '../sendAndWait/Question';
import type { ServiceResponse } from '../service';
import type { Idempotency } from '../transport/verdict';
import type { Requester, ServiceRequest } from '../transport/ServiceClient';
import type { InDoubtNote } from '../transport/ServiceError';
import type { Batch, Unit } from './Item';
import type { EmailIdentity, SentInExecution } from './SentInExecution';

/** An endpoint below the base address of the credential. */
export interface Endpoint {
	method: IHttpRequestMethods;
	url: string;
}

/**
 * One operation of the node: its texts, form and rules. `Values` are the checked parameters of an item, in the service's terms.
 * `Result` is the part of a response that the output needs.
 */
export interface Operation<Values = unknown, Result = unknown> {
	name: string;
	/** Its name in saved workflows. */
	value: string;
	/** Its entry in n8n's list of actions. */
	action: string;
	description: string;
	endpoint: Endpoint;
	properties: INodeProperties[];
	idempotency: Idempotency;

	/** Begins an error that leaves a change in doubt; not set for reads. */
	inDoubtNote?: InDoubtNote;

	/** Set if a 404 after an attempt in doubt means success: that attempt has deleted the record. */
	notFoundMeansDone?: boolean;

	/** Set if each request waits for the response to the one before. */
	isSequential?: boolean;

	/** Throws InvalidParameter. */
	read(form: Form): Values;

	/** Body or query of one request for several units. */
	content(several: Values[]): Pick<ServiceRequest, 'body' | 'qs'>;

	/** Replaces `endpoint` for some items. */
	otherEndpoint?(values: Values): Endpoint | undefined;

	/** Throws ServiceError if the response lacks what the output needs. */
	result?(response: ServiceResponse): Result;

	/** Replaces the single request, for example by one for each page. Throws ServiceError. */
	perform?(client: Requester, request: ServiceRequest, values: Values): Promise<Result>;

	/**
	 * The `json` of the output items of an item.
	 *
	 * @param acceptedAt in ms since 1970; undefined if an earlier execution has sent it
	 */
	output(
		values: Values,
		result: Result,
		acceptedAt: number | undefined,
	): IDataObject | IDataObject[];

	/** Notes for the user beside the output. */
	hint?(
		accepted: Array<{ values: Values; result: Result }>,
	): string | string[] | undefined | Promise<string[]>;

	/** Finds the units of a run that must not be sent together. */
	findConflicts?(
		units: Array<Unit<Values>>,
		sent: SentInExecution,
	): Map<Unit<Values>, InvalidParameter>;

	/** Identifies an email that all rounds of a loop together send only once. */
	onceInExecution?(values: Values): EmailIdentity | undefined;

	/** The contact that an item changes: changes of one contact keep their order. */
	contactKey?(values: Values): string;

	bulk?: Bulk<Values>;

	/** Lets the execution wait for a reply after its one item was accepted. */
	wait?: Wait<Values>;

	sendOnce?: SendOnce<Values>;
}

/** How an operation makes fewer requests than it has items. */
export interface Bulk<Values> {
	/** Decides which units share a request. */
	plan(units: Array<Unit<Values>>): Array<Batch<Values>>;

	/** The units of an item. Without it, the item is the unit. */
	units?(values: Values): Values[];

	/** Says if a batch that was rejected with this status is sent in parts, to find the rejected units. */
	isSplitWhenRejected(values: Values, status: number): boolean;

	/** The option that turns this on, as the form shows it. */
	splitOption?: string;

	/** The address of a unit, which the service's reasons may name. */
	unitName?(values: Values): string;

	/** Set if the items of one request come out as one item. */
	sharedOutputHint?(itemCount: number): string;

	/** The word for units in messages, such as "contacts". */
	unitNoun?: string;
}

/** The Send Once Key and the options beside it. */
export interface SendOnceSettings {
	key: string;
	inDoubt: 'fail' | 'skip' | 'send';
	/** The number of recipients to remember. */
	historySize: number;
}

/** An email that each recipient gets once, over all executions. */
export interface SendOnce<Values> {
	/** Undefined without a key, and for emails that do not count. */
	settings(values: Values): SendOnceSettings | undefined;
	recipient(values: Values): { kind: 'contact' | 'list'; name: string };
	/** A hash of the email, if a key belongs to one email only. */
	onlyEmail?(values: Values): string;
	/** Added to the output if some or all units had the email before. */
	alreadySent(units: Values[]): IDataObject;
	/** The word for recipients in hints. */
	noun: string;
}

/** How an execution waits for a reply. */
export interface Wait<Values> {
	/** When it goes on without a reply. */
	until(values: Values): Date;
	question(values: Values): Question;
}
