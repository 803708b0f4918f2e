import { isInDoubt } from '../transport/ServiceError';

/** One input item on its way through a run. */
export type Item = ReadItem | InvalidItem;

export interface ReadItem {
	isInvalid: false;
	index: number;
	/** The values of its parameters. */
	values: unknown;
	units: Unit[];
}

/** An item of which nothing can be sent. */
export interface InvalidItem {
	isInvalid: true;
	index: number;
	error: unknown;
	/** The pieces that an earlier run may have sent of it; none where it could not be read. */
	units: Unit[];
}

/** A part of an item that is sent by itself or with others, or the whole of it. */
export interface Unit<Values = unknown> {
	item: ReadItem;
	values: Values;
	/** Its end, in this try of the run or for good in an earlier one; undefined before it is sent. */
	outcome?: Outcome;
	/** How it failed in an earlier try, or in a call that was split, when it is to be sent again. */
	earlier?: Outcome;
}

/** Pieces that are sent in one request. */
export interface Batch<Values = unknown> {
	units: Array<Unit<Values>>;
}

/** The end of one piece of an item, and the call that it shared with others. */
export type Outcome = End & { call: Batch };

export type End =
	| { kind: 'accepted'; result: unknown; acceptedAt: number }
	/** An earlier execution has sent it. */
	| { kind: 'alreadySent' }
	| Failed;

export interface Failed {
	kind: 'failed';
	error: unknown;
	/** Set where the service has rejected this piece alone, or others for a reason that is believed to be its own. */
	shared?: SharedReason;
	/** Set where it was not tried alone, since all that were tried had been rejected alike. */
	isUntried?: boolean;
}

const itemCounts = new WeakMap<Batch, number>();

/** How many items a call that was sent is for. Ten thousand that share one and fail would count ten thousand each, so it is kept. */
export function itemCountOf(call: Batch): number {
	const count = itemCounts.get(call) ?? new Set(call.units.map(({ item }) => item)).size;
	itemCounts.set(call, count);
	return count;
}

/** A reason for which the service rejects pieces of a run. All of them have the same object. */
export interface SharedReason {
	/** How many were rejected alone. */
	triedCount: number;
	untriedCount: number;
	/** Known to the run beside it, as a sentence. */
	advice?: string;
}

/** The fate of an item, or of a piece of one. "Not sent" also stands for changes and creations. */
export type ItemStatus = 'accepted' | 'sent earlier' | 'in doubt' | 'not sent';

/** The fate of a piece, as far as the service is concerned. */
export function statusOf({ outcome, earlier }: Unit): ItemStatus {
	const last = outcome ?? earlier;
	if (last === undefined) return 'not sent';
	if (last.kind === 'accepted') return 'accepted';
	if (last.kind === 'alreadySent') return 'sent earlier';
	return isInDoubt(last.error) ? 'in doubt' : 'not sent';
}

/**
 * Why an item failed: a failure after which the service may have acted before the others, then the one that says most exactly
 * which piece it is about; undefined while it has not.
 */
export function failureOf(item: Item): { error: unknown } | undefined {
	if (item.isInvalid) return item;
	const failures = item.units.flatMap(({ outcome }) =>
		outcome?.kind === 'failed' ? [outcome] : [],
	);
	const [mostExact] = [...failures].sort(
		(one, other) => one.call.units.length - other.call.units.length,
	);
	return failures.find(({ error }) => isInDoubt(error)) ?? mostExact;
}
