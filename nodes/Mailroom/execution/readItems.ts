import type { Idempotency } from '../transport/verdict';
import { isInDoubt } from '../transport/ServiceError';
import type { EventLoopPause } from './EventLoopPause';
import type { Item, Outcome, Unit, ReadItem } from './Item';
import type { Run } from './Run';

/** Reads and checks all items of a run, each by itself and then beside the others. */
export async function readItems(run: Run, pause: EventLoopPause): Promise<void> {
	for (const index of run.itemIndexes) {
		run.items.push(readItem(run, index));
		if (pause.isDue) await pause.take();
	}
	refuseTogether(run);
}

/** The pieces that are to be sent, or to fail: nothing has come of them yet. */
export function openUnits(items: Item[]): Unit[] {
	return items.flatMap(({ units }) => units).filter(({ outcome }) => outcome === undefined);
}

/**
 * Reads and checks one item. If an earlier try of the run has sent something of it, it keeps what it asked for then, as an expression
 * may give something else at the next try, and what came of that.
 */
export function readItem({ operation, memory, form }: Run, index: number): Item {
	const remembered = memory.recall(index);
	if (remembered) return forNextTry(remembered, operation.idempotency);
	let values: unknown;
	try {
		values = operation.read(form(index));
	} catch (error) {
		return { isInvalid: true, index, error, units: [] };
	}
	const item: ReadItem = { isInvalid: false, index, values, units: [] };
	const ofPieces = operation.bulk?.units?.(values) ?? [values];
	item.units = ofPieces.map((one) => ({ item, values: one }));
	return item;
}

/** Makes what failed to be sent again, unless it is in doubt and would be done twice. */
function forNextTry(item: ReadItem, idempotency: Idempotency): ReadItem {
	for (const piece of item.units) {
		const last = piece.outcome ?? piece.earlier;
		const isForGood = last !== undefined && staysAsItIs(last, idempotency);
		piece.outcome = isForGood ? last : undefined;
		piece.earlier = isForGood ? undefined : last;
	}
	return item;
}

function staysAsItIs(outcome: Outcome, idempotency: Idempotency): boolean {
	return outcome.kind !== 'failed' || (idempotency === 'nonIdempotent' && isInDoubt(outcome.error));
}

/** Fails the items that must not be sent together with others. What an earlier try of the run has settled keeps what came of it. */
function refuseTogether({ operation, items, sent }: Run): void {
	const refused = operation.findConflicts?.(
		items.flatMap(({ units }) => units),
		sent,
	);
	for (const [position, { index, units }] of refused ? items.entries() : []) {
		const open = units.find((piece) => piece.outcome === undefined && refused?.has(piece));
		if (open) items[position] = { isInvalid: true, index, error: refused?.get(open), units };
	}
}

/**
 * Keeps a failed change of an earlier try from being sent again after a later change of the same contact was accepted: that
 * one is to prevail. The failed item keeps its error.
 */
export function keepOrderOfChanges({ operation: { contactKey }, items }: Run): void {
	if (!contactKey) return;
	const changedLater = new Set<string>();
	for (const item of [...items].reverse()) {
		for (const piece of item.units) {
			const contact = contactKey(piece.values);
			if (piece.outcome?.kind === 'accepted') changedLater.add(contact);
			else if (piece.earlier && changedLater.has(contact)) piece.outcome = piece.earlier;
		}
	}
}
