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

/** An endpoint of the service. */
export interface Endpoint {
	method: IHttpRequestMethods;
	/** Below the base address of the credential. */
	url: string;
}

/**
 * One operation of the node: its texts, its form, and its rules. `Values` are what one input item gives: its checked parameters, in the
 * service's terms. `Result` is what comes of a request, as far as the output needs it.
 */
export interface Operation<Values = unknown, Result = unknown> {
	/** As the form calls it, once its resource is chosen. */
	name: string;

	/** As workflows know it. */
	value: string;

	/** As n8n lists it when a node is added. */
	action: string;

	description: string;

	endpoint: Endpoint;

	/** In the order of the form. */
	properties: INodeProperties[];

	idempotency: Idempotency;

	/** The beginning of an error after which the service may have acted; not set for operations that only read. */
	inDoubtNote?: InDoubtNote;

	/** Set where a repeated request succeeds when it finds no record. An earlier try has deleted it then. */
	notFoundMeansDone?: boolean;

	/** Set where each request waits for the answer to the one before. */
	isSequential?: boolean;

	/** Reads and checks the form of one item. Throws InvalidParameter. */
	read(form: Form): Values;

	/** Body or query of one request, for the units that share it. Without `bulk`, `several` holds one. */
	content(several: Values[]): Pick<ServiceRequest, 'body' | 'qs'>;

	/** Takes the place of `endpoint` for an item that asks for another, or whose value is a part of the path. */
	otherEndpoint?(values: Values): Endpoint | undefined;

	/** Takes what the output needs of an answer. Throws ServiceError where the answer lacks it. */
	result?(answer: ServiceResponse): Result;

	/** Takes the place of the one request per call. Throws ServiceError. */
	perform?(client: Requester, request: ServiceRequest, values: Values): Promise<Result>;

	/**
	 * The `json` of the output items of an item whose request, or requests, the service accepted.
	 *
	 * @param acceptedAt in ms since 1970; undefined when an earlier execution has sent it
	 */
	output(
		values: Values,
		result: Result,
		acceptedAt: number | undefined,
	): IDataObject | IDataObject[];

	/** Tells the user something beside the output, when all items are done. */
	hint?(
		accepted: Array<{ values: Values; result: Result }>,
	): string | string[] | undefined | Promise<string[]>;

	/** Finds what must not be sent together, of all that is asked for in a run: the errors of those pieces. */
	findConflicts?(
		units: Array<Unit<Values>>,
		sent: SentInExecution,
	): Map<Unit<Values>, InvalidParameter>;

	/**
	 * Set for emails that the runs of one execution, such as the rounds of a loop, send only once. Undefined for an email that does
	 * not count.
	 */
	onceInExecution?(values: Values): EmailIdentity | undefined;

	/** The contact that an item changes: two changes of the same contact keep their order. */
	contactKey?(values: Values): string;

	/** Several items in one call, or one item in several calls. */
	bulk?: Bulk<Values>;

	/** After its one item is accepted the execution waits for an answer. */
	wait?: Wait<Values>;

	/** An email that each recipient gets once, over all executions, where the user wants that. */
	sendOnce?: SendOnce<Values>;
}

/** How an operation makes fewer requests than it has items. */
export interface Bulk<Values> {
	/** Which pieces share a call. */
	plan(units: Array<Unit<Values>>): Array<Batch<Values>>;

	/** The smallest pieces of an item that can be sent on their own, e.g. one per recipient. Without it, the item is the piece. */
	units?(values: Values): Values[];

	/** Says if a call that the service rejects with this status is tried in parts until the rejected piece is found. */
	isSplitWhenRejected(values: Values, status: number): boolean;

	/** The option that switches this on, where there is one. */
	splitOption?: string;

	/** The address of a piece: how errors call it, those of the service, too. */
	unitName?(values: Values): string;

	/** Items of one call come out as one item, paired with all of them. This hint says so. */
	sharedOutputHint?(itemCount: number): string;

	/** The word of hints and errors for many pieces, e.g. "contacts". */
	unitNoun?: string;
}

/** The Send Once Key and the options beside it. */
export interface SendOnceSettings {
	key: string;
	/** Decides on an email that an earlier run began, and never learned the outcome of. */
	inDoubt: 'fail' | 'skip' | 'send';
	/** How many recipients are remembered. */
	historySize: number;
}

export interface SendOnce<Values> {
	/** Undefined when the user has set no key, or this is no email that counts. */
	settings(values: Values): SendOnceSettings | undefined;
	/** The recipient of the email, which tells sends apart beside the key. */
	recipient(values: Values): { kind: 'contact' | 'list'; name: string };
	/** A hash that is the same for the same email, where a key belongs to one email. */
	onlyEmail?(values: Values): string;
	/** Added to the output of an item when some or all of its pieces had the email before. */
	alreadySent(units: Values[]): IDataObject;
	/** How many recipients a request is for at the most. */
	perCall: number;
	/** The word of hints for the recipients, e.g. "recipients" or "lists". */
	noun: string;
}

/** How an execution waits. */
export interface Wait<Values> {
	/** When it goes on without an answer. */
	until(values: Values): Date;
	/** Shown by the page that the answer is given on. */
	question(values: Values): Question;
}
