import { grouped } from '../../grouped';
import { firstOf, joinSentences } from '../../wording';
import type { Failed } from '../../transport/Outcome';
import { statusOfUnit, type Status } from './account';
import { itemCountOf, type Batch, type Item, type Unit } from '../Item';
import type { Bulk, Operation } from '../Operation';

const MAX_NAMED_UNITS = 10;

/** Adds that other units had the same outcome in one request. */
export function withBatchNote(
	failed: Failed,
	item: Item,
	batch: Batch,
	operation: Operation,
): Failed {
	const { bulk } = operation.wire;
	if (!bulk || batch.units.length === 1 || failed.isBeforeRequest) return failed;
	if (failed.kind === 'inDoubt') return inDoubtTogether(failed, batch, bulk);
	const isAboutContent = failed.scope === 'units' || Number(failed.status) < 300;
	// Items of a newsletter share one email.
	if (failed.kind !== 'rejected' || !isAboutContent || bulk.sharedOutputHint) return failed;
	return rejectedTogether(failed, item, batch, operation);
}

function inDoubtTogether(failed: Failed, batch: Batch, bulk: Bulk<unknown>): Failed {
	const { doubt, problem } = failed;
	const shared = `In one request ${companyOf(batch, bulk)}: `;
	return doubt
		? { ...failed, doubt: { ...doubt, problem: shared + doubt.problem } }
		: { ...failed, problem: shared + problem };
}

function rejectedTogether(
	failed: Failed,
	item: Item,
	{ units }: Batch,
	{ wire: { bulk }, report }: Operation,
): Failed {
	const { doneWord = 'done' } = report;
	const noun = doneWord === 'sent' ? 'emails' : bulk?.unitNoun;
	const note = `None of the ${units.length} ${noun} in this request was ${doneWord}, because they were rejected together`;
	const isSplit = bulk?.isolatesRejected?.(item.units[0].values) === true;
	const advice =
		bulk?.splitOption && !isSplit
			? `To send the others, turn on "${bulk.splitOption}".`
			: undefined;
	return {
		...failed,
		problem: joinSentences(failed.problem, note),
		advice: joinSentences(failed.advice, advice),
	};
}

function companyOf(batch: Batch, { unitNoun }: Bulk<unknown>): string {
	const others = itemCountOf(batch) - 1;
	if (others === 0) return `for ${batch.units.length} ${unitNoun} together`;
	return `together with ${others} other item${others === 1 ? '' : 's'}`;
}

/** Such as " (accepted for 248 of 250 recipients; in doubt for a, b)". */
export function statusByRecipient(operation: Operation, { units }: Item, failed: Failed): string {
	const { wire, report } = operation;
	const { bulk } = wire;
	if (!bulk?.unitName || units.length === 1) return '';
	const byStatus = grouped(units, statusOfUnit);
	const having = (...some: Status[]) => some.flatMap((status) => byStatus.get(status) ?? []);
	const named = (label: string, some: Unit[]) => unitsNamed(label, some, bulk);

	const accepted = `accepted for ${having('accepted').length} of ${units.length} ${bulk.unitNoun}`;
	const inDoubt = having('inDoubt');
	const unsent = having('rejected', 'notSent', 'notTried');
	const doubt = named('in doubt for', inDoubt);
	if (inDoubt.length === units.length || unsent.length === units.length) {
		// The error tells this status, but can be about one recipient.
		const about = units.filter(({ outcome }) => outcome === failed);
		return about.length === 1 ? inParentheses(named('this is about', about), accepted, doubt) : '';
	}
	const earlier = having('alreadySent').length;
	return inParentheses(
		accepted,
		earlier > 0 ? `sent earlier to ${earlier}` : '',
		doubt,
		named('rejected for', having('rejected')),
		named(`not ${report.doneWord} to`, having('notSent', 'notTried')),
	);
}

function unitsNamed(label: string, units: Unit[], { unitName }: Bulk<unknown>): string {
	const names = units.map(({ values }) => unitName?.(values) ?? '');
	return names.length > 0 ? `${label} ${firstOf(names, MAX_NAMED_UNITS)}` : '';
}

function inParentheses(...parts: string[]): string {
	return ` (${parts.filter((part) => part !== '').join('; ')})`;
}
