import { firstOf } from '../../wording';
import { isFailed } from '../../transport/Outcome';
import { isSkipped, type Unit } from '../Item';
import type { RejectedUnit, ReportedRun } from '../Operation';

const MAX_NAMED = 10;

export function skippedUnits(units: Unit[]): Array<RejectedUnit<unknown>> {
	return units
		.filter(isSkipped)
		.flatMap(({ values, outcome }) =>
			isFailed(outcome) ? [{ values, reason: outcome.problem }] : [],
		);
}

/** A hint and the log name the rejected units: where nothing stops, somebody must be able to find out who got no email. */
export function tellSkipped(run: ReportedRun): void {
	const { bulk } = run.operation.wire;
	const units = run.items.flatMap((item) => item.units);
	const skipped = skippedUnits(units);
	if (skipped.length === 0) return;
	const counted = (count: number) => count.toLocaleString('en-US');
	const some = `${counted(skipped.length)} of ${counted(units.length)} ${bulk?.unitNoun}`;
	const names = skipped.map(({ values }) => bulk?.unitName?.(values) ?? '');
	const named = firstOf(names, MAX_NAMED);
	const [{ reason }] = skipped;
	run.n8n.addHint(`Skipped ${some}, because the service rejected them: ${named}. ${reason}`);
	run.n8n.log(
		`The node "${run.n8n.node.name}" skipped ${some}, because the service rejected them: ${named}`,
	);
}
