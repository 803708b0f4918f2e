import { grouped } from '../../grouped';
import { firstOf, joinSentences } from '../../wording';
import { isDoubtful, isOfFailedRun } from '../../transport/Outcome';
import type { Unit } from '../Item';
import type { NodeCall } from '../NodeCall';
import type { Operation, ReportedRun, Run } from '../Operation';
import { itemsOfAllTries } from './retryOnFail';
import { acceptedMark, doubtMark, type Marks } from './executionRetryMarks';

// n8n's Retry of an execution, as opposed to "Retry On Fail". It repeats changes that are harmless. For emails and new contacts, the failed
// run marks the recipients:
//
// | In the failed run                          | Marks                      | In the Retry                                               |
// | ------------------------------------------ | -------------------------- | ---------------------------------------------------------- |
// | Accepted, without or with a Send Once Key  | recipient                  | accepted                                                   |
// | In doubt, without a key                    | ?recipient                 | in doubt, also with a key                                  |
// | In doubt, with a key                       | ?recipient, ?recipient key | in doubt, but with this key, the history of the key counts |
// | Rejected, not sent, or sent earlier by key | none                       | sent, unless the history of a key keeps it back            |
//
// If the Retry fails, too, it adds its marks. `outputItems` adds `alreadySent` or `inDoubt` to its items.

const MAX_NAMES = 10;

/** Operations that send an email. Marks tell them apart, as those of saved executions do. */
const SENDS = ['sendTransactional', 'sendToContacts', 'sendToList'];

interface EndedRun extends Pick<ReportedRun, 'operation' | 'items' | 'itemIndexes' | 'tried'> {
	call: Pick<NodeCall, 'retryMarks'>;
}

/** A run that may continue a failed one. */
export type ContinuingRun = EndedRun & Pick<Run, 'pendingBatches' | 'note' | 'addHint'>;

export function rememberForExecutionRetry(run: EndedRun): void {
	const { operation } = run;
	const { retryMarks } = run.call;
	// An item can be invalid or missing in this try.
	const marksByItem: Array<Marks | undefined> = retryMarks?.find() ?? [];
	for (const { index, units } of itemsOfAllTries(run)) {
		const marks = (marksByItem[index] ??= new Set());
		for (const mark of units.flatMap((unit) => marksOf(unit, operation))) marks.add(mark);
	}
	if (marksByItem.some((marks) => marks && marks.size > 0)) retryMarks?.save(marksByItem);
}

/** An item is known by its place and its recipients, so that a corrected text does not reach them twice. */
export function continueFailedRun(run: ContinuingRun): void {
	const { operation, call } = run;
	const marksByItem = call.retryMarks?.find() ?? [];
	if (marksByItem.length === 0) return;
	for (const { units } of run.pendingBatches()) {
		const byStatus = grouped(units, (unit) =>
			statusInFailedRun(unit, operation, marksByItem.at(unit.item.index)),
		);
		for (const [inFailedRun, known] of byStatus) {
			if (inFailedRun) run.note({ units: known }, { kind: 'alreadySent', inFailedRun });
		}
	}
	// Also of earlier tries, since n8n drops their hints.
	const inDoubt = run.items
		.flatMap(({ units }) => units)
		.filter(({ outcome }) => isOfFailedRun(outcome) && isDoubtful(outcome));
	if (inDoubt.length > 0) run.addHint(inDoubtHint(inDoubt, operation));
}

/** Undefined if the unit is to be sent, or left to the history of its key. */
function statusInFailedRun(
	{ values }: Unit,
	operation: Operation,
	marks: Marks = new Set(),
): 'accepted' | 'inDoubt' | undefined {
	const recipients = recipientsOf(values, operation);
	const keyed = recipients.flatMap((recipient) => withKey(recipient, values, operation) ?? []);
	if (keyed.some((one) => marks.has(doubtMark(one)))) return undefined;
	if (recipients.some((one) => marks.has(acceptedMark(one)))) return 'accepted';
	return recipients.some((one) => marks.has(doubtMark(one))) ? 'inDoubt' : undefined;
}

function marksOf({ values, outcome }: Unit, operation: Operation): string[] {
	const recipient = recipientOf(values, operation);
	if (recipient === undefined || !outcome) return [];
	const isContinued = isOfFailedRun(outcome);
	if (isDoubtful(outcome)) {
		const keyed = isContinued ? undefined : withKey(recipient, values, operation);
		return [recipient, ...(keyed === undefined ? [] : [keyed])].map(doubtMark);
	}
	return outcome.kind === 'accepted' || isContinued ? [acceptedMark(recipient)] : [];
}

/** A Send Once Key has a history of its own: with the same key, "If in Doubt" decides. */
function withKey(recipient: string, values: unknown, { features }: Operation): string | undefined {
	const key = features?.historyKey?.(values);
	return key === undefined ? undefined : `${recipient} ${key}`;
}

/** By which n8n's Retry skips a unit; undefined if it may repeat the operation. The links of a question end with its execution. */
function recipientOf(values: unknown, operation: Operation): string | undefined {
	const name = recipientName(values, operation);
	return name === undefined ? undefined : `${operation.value} ${name}`;
}

/** All marks of the recipient: the operation may have been changed from one send to another before the Retry. */
function recipientsOf(values: unknown, operation: Operation): string[] {
	const name = recipientName(values, operation);
	if (name === undefined) return [];
	const operations = operation.features?.recipient ? SENDS : [operation.value];
	return operations.map((value) => `${value} ${name}`);
}

function recipientName(values: unknown, { wire, features }: Operation): string | undefined {
	if (wire.idempotency !== 'nonIdempotent') return undefined;
	return features?.recipient?.(values).name ?? wire.contactKey?.(values);
}

function inDoubtHint(units: Unit[], operation: Operation): string {
	const { doubtTexts } = operation.wire;
	const recipients = units.map(({ values }) => recipientName(values, operation) ?? '');
	const names = firstOf([...new Set(recipients)], MAX_NAMES);
	return joinSentences(
		`${doubtTexts?.problem} by the failed execution, so Retry didn't repeat it for ${names}`,
		doubtTexts?.advice,
	);
}
