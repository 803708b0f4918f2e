import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';
import type { ItemParameters } from '../parameters/ItemParameters';
import type { ServiceAnswer } from '../service';
import type { Effect } from '../transport/retryDecision';
import type { ServiceClient, ServiceRequest } from '../transport/ServiceClient';
import type { Piece } from './ItemRun';

/** One operation of the node, with its endpoint of the service. */
export interface Operation<Ask = unknown> extends OperationRules<Ask> {
	request: { method: IHttpRequestMethods; url: string };
}

/**
 * How an operation reads items, what it sends for them, and what comes out.
 * `Ask` is what one input item asks for: its checked parameters, in the service's terms.
 */
export interface OperationRules<Ask = unknown> {
	effect: Effect;

	/** What an error says first when the service may have acted. Not set for operations that only read. */
	inDoubtNote?: string;

	/** Whether a repeated request succeeds when it finds no record. An earlier try has deleted it then. */
	goneIsDone?: boolean;

	/** Reads and checks the parameters of one item. Throws InvalidParameter. */
	read(parameters: ItemParameters): Ask;

	/** Body or query of one call, for the pieces that share it. Without `bulk` there is one. */
	content(asks: Ask[]): Pick<ServiceRequest, 'body' | 'qs'>;

	/** The `json` of the output items of an item whose request, or requests, the service accepted. */
	output(ask: Ask, answer: ServiceAnswer): IDataObject | IDataObject[];

	/** Takes the place of the one request per call. Throws ServiceError. */
	perform?(client: ServiceClient, request: ServiceRequest, ask: Ask): Promise<ServiceAnswer>;

	/** What two changes of the same contact have in common. They keep their order. */
	contactKey?(ask: Ask): string;

	/** Several items in one call, or one item in several calls. */
	bulk?: Bulk<Ask>;
}

/** How an operation makes fewer requests than it has items. */
export interface Bulk<Ask> {
	/** Which pieces share a call. */
	plan(pieces: Array<Piece<Ask>>): Array<Array<Piece<Ask>>>;

	/** The smallest pieces of an item that can be sent on their own, e.g. one per recipient. Without it, the item is the piece. */
	pieces?(ask: Ask): Ask[];

	/** Whether a call that the service rejects is split in halves until the rejected piece is found. */
	isSplitWhenRejected(ask: Ask): boolean;

	/** How an error calls a piece of an item that was only partly accepted. */
	pieceName?(ask: Ask): string;

	/** Items of one call come out as one item, paired with all of them. This hint says so. */
	sharedOutputHint?(itemCount: number): string;

	/** What hints and errors call many pieces, e.g. "contacts". */
	pieceNoun?: string;

	/** How many pieces the service takes in one call. Not set where any number of items can share one. */
	piecesPerCall?: number;
}
