import { isInDoubt } from '../transport/ServiceError';
import type { Idempotency } from '../transport/verdict';
import { EventLoopYield } from './EventLoopYield';
import { isOpen, type Item, type Outcome, type ReadItem, type Unit } from './Item';
import type { Run } from './Run';

/** Reads and checks all items of a run, each by itself and then beside the others. Ends early when the execution is cancelled. */
export async function checkItems(run: Run): Promise<void> {
	const eventLoop = new EventLoopYield();
	for (const index of run.itemIndexes) {
		run.items.push(readItem(run, index));
		await eventLoop.ifDue();
		if (run.isCancelled) return;
	}
	failConflicts(run);
	keepOrderOfChanges(run);
}

/** The units that are still to be sent. */
export function openUnits(items: Item[]): Unit[] {
	return items.flatMap(({ isInvalid, units }) => (isInvalid ? [] : units.filter(isOpen)));
}

/**
 * Reads and checks one item. If an earlier try of the run has sent something of it, it keeps its values, as an expression may give
 * something else at the next try, and its outcomes.
 */
function readItem(run: Run, index: number): Item {
	const { operation } = run;
	const earlier = run.itemOfEarlierTry(index);
	if (earlier) return forNextTry(earlier, operation.idempotency);
	try {
		const values = operation.read(run.form(index));
		const item: ReadItem = { isInvalid: false, index, values, units: [] };
		const valuesOfUnits = operation.bulk?.units?.(values) ?? [values];
		item.units = valuesOfUnits.map((ofUnit) => ({ item, values: ofUnit }));
		return item;
	} catch (error) {
		return { isInvalid: true, index, error, units: [] };
	}
}

/** Opens the units that failed, unless they are in doubt and could be done twice. */
function forNextTry(item: ReadItem, idempotency: Idempotency): ReadItem {
	for (const unit of item.units) {
		const last = unit.outcome ?? unit.previousOutcome;
		const isFinal = last !== undefined && isFinalOutcome(last, idempotency);
		unit.outcome = isFinal ? last : undefined;
		unit.previousOutcome = isFinal ? undefined : last;
	}
	return item;
}

function isFinalOutcome(outcome: Outcome, idempotency: Idempotency): boolean {
	return outcome.kind !== 'failed' || (idempotency === 'nonIdempotent' && isInDoubt(outcome.error));
}

/** Fails the items that must not be sent together with others. Outcomes of an earlier try stay. */
function failConflicts({ operation, items, sent }: Run): void {
	const units = items.flatMap((item) => item.units);
	const conflicts = operation.findConflicts?.(units, sent);
	if (!conflicts?.size) return;
	for (const [position, { index, units }] of items.entries()) {
		const open = units.find((unit) => isOpen(unit) && conflicts.has(unit));
		if (open) items[position] = { isInvalid: true, index, error: conflicts.get(open), units };
	}
}

/**
 * Keeps a failed change of an earlier try from being sent again after a later change of the same contact was accepted: the last
 * change wins. The failed item keeps its error.
 */
function keepOrderOfChanges({ operation: { contactKey }, items }: Run): void {
	if (!contactKey) return;
	const changedLater = new Set<string>();
	for (const unit of items.flatMap(({ units }) => units).reverse()) {
		const contact = contactKey(unit.values);
		if (unit.outcome?.kind === 'accepted') changedLater.add(contact);
		else if (unit.previousOutcome && changedLater.has(contact)) unit.outcome = unit.previousOutcome;
	}
}
