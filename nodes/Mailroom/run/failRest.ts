import type { Failed } from '../transport/Outcome';
import { isPending } from './Item';
import type { Run } from './Operation';

/** Gives all that has no outcome the failure that has ended the run. No request may be in flight. */
export function failRest(run: Run, failed: Failed): void {
	for (const index of run.n8n.itemIndexes.slice(run.items.length)) {
		run.items.push(run.tried.byIndex.get(index) ?? { index, units: [], invalid: failed });
	}
	const units = run.items.flatMap((item) => (item.invalid ? [] : item.units.filter(isPending)));
	if (units.length > 0) run.note({ units }, failed);
}
