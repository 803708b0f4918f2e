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

/** `Values` are the checked parameters of an item, `Result` is the part of a response that the output needs. */
export interface Operation<Values = unknown, Result = unknown> {
	name: string;
	value: string;
	action: string;
	description: string;
	endpoint: Endpoint;
	properties: INodeProperties[];
	idempotency: Idempotency;

	inDoubtNote?: InDoubtNote;

	/** Set if a 404 after an attempt in doubt means success: that attempt has deleted the record. */
	notFoundMeansDone?: boolean;

	/** Set if each request waits for the response to the one before. */
	isSequential?: boolean;

	/** Throws InvalidParameter. */
	read(form: Form): Values;

	content(several: Values[]): Pick<ServiceRequest, 'body' | 'qs'>;

	otherEndpoint?(values: Values): Endpoint | undefined;

	result?(response: ServiceResponse): Result;

	/** Replaces the single request, for example by one for each page. */
	perform?(client: Requester, request: ServiceRequest, values: Values): Promise<Result>;

	/** @param acceptedAt in ms since 1970; undefined if an earlier execution has sent it */
	output(
		values: Values,
		result: Result,
		acceptedAt: number | undefined,
	): IDataObject | IDataObject[];

	hint?(
		accepted: Array<{ values: Values; result: Result }>,
	): string | string[] | undefined | Promise<string[]>;

	findConflicts?(
		units: Array<Unit<Values>>,
		sent: SentInExecution,
	): Map<Unit<Values>, InvalidParameter>;

	/** Identifies an email that all rounds of a loop together send only once. */
	onceInExecution?(values: Values): EmailIdentity | undefined;

	/** The contact that an item changes: changes of one contact keep their order. */
	contactKey?(values: Values): string;

	bulk?: Bulk<Values>;

	wait?: Wait<Values>;

	sendOnce?: SendOnce<Values>;
}

export interface Bulk<Values> {
	plan(units: Array<Unit<Values>>): Array<Batch<Values>>;

	units?(values: Values): Values[];

	/** Says if parts of a batch are sent after this status, to find the rejected units. */
	isSplitWhenRejected(values: Values, status: number): boolean;

	splitOption?: string;

	/** The address of a unit, which the service's reasons may name. */
	unitName?(values: Values): string;

	sharedOutputHint?(itemCount: number): string;

	/** The word for units in messages, such as "contacts". */
	unitNoun?: string;
}

export interface SendOnceSettings {
	key: string;
	inDoubt: 'fail' | 'skip' | 'send';
	historySize: number;
}

export interface SendOnce<Values> {
	/** Undefined without a key, and for emails that do not count. */
	settings(values: Values): SendOnceSettings | undefined;
	recipient(values: Values): { kind: 'contact' | 'list'; name: string };
	/** A hash of the email, if a key belongs to one email only. */
	onlyEmail?(values: Values): string;
	alreadySent(units: Values[]): IDataObject;
	/** The word for recipients in hints. */
	noun: string;
}

export interface Wait<Values> {
	until(values: Values): Date;
	question(values: Values): Question;
}
