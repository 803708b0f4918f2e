import { createHash } from 'node:crypto';
import { firstOf, joinSentences } from '../../parameters/wording';
import { isDoubtful, isOfFailedRun } from '../../transport/Outcome';
import { isPending, type Unit } from '../Item';
import type { Operation, Run } from '../Operation';
import type { FailedRun } from './FailedRun';

const DIGEST_LENGTH = 6;

/** Before the digest of a recipient in doubt. */
const IN_DOUBT = '?';

/** An item has digests of its recipients, or a dot. The length is that of a digest. */
const ITEM = /\.|\??[\w-]{6}(?:,\??[\w-]{6})*/g;

const MAX_NAMES = 20;

/** Saves a text of about 60 kB for 10,000 recipients that were accepted or are in doubt. */
export function rememberForRetry(run: Run): void {
	const { items, operation } = run;
	const { failedRun } = run.call;
	// An item can be invalid or missing in this try.
	const digestsByItem = digestsByItemOf(failedRun);
	for (const { index, units } of items) {
		const digests = (digestsByItem[index] ??= new Set());
		for (const digest of units.flatMap((unit) => digestsOf(unit, operation))) digests.add(digest);
	}
	if (digestsByItem.every(({ size }) => size === 0)) return;
	failedRun?.save(digestsByItem.map((digests) => [...digests].join(',') || '.').join(''));
}

function digestsByItemOf(failedRun: FailedRun | undefined): Array<Set<string>> {
	const items = failedRun?.find()?.match(ITEM) ?? [];
	return items.map((digests) => new Set(digests === '.' ? [] : digests.split(',')));
}

/** An item is known by its place and its recipients, so that a corrected text does not reach them twice. */
export function continueFailedRun(run: Run): void {
	const { operation } = run;
	const { failedRun } = run.call;
	const digestsByItem = digestsByItemOf(failedRun);
	if (digestsByItem.length === 0) return;
	for (const { units } of run.pendingBatches()) {
		for (const prefix of ['', IN_DOUBT]) {
			const known = units.filter((unit) => {
				const digests = digestsByItem.at(unit.item.index);
				const digest = recipientDigest(unit, operation);
				if (!digests || !digest || !isPending(unit) || !digests.has(prefix + digest)) return false;
				return !digests.has(keyedDoubtOf(unit, operation) ?? '');
			});
			const inFailedRun = prefix === IN_DOUBT ? 'inDoubt' : 'accepted';
			run.note({ units: known }, { kind: 'alreadySent', inFailedRun });
		}
	}
	// Also of earlier tries, since n8n drops their hints.
	const inDoubt = run.items
		.flatMap(({ units }) => units)
		.filter(({ outcome }) => isOfFailedRun(outcome) && isDoubtful(outcome));
	if (inDoubt.length > 0) run.addHint(inDoubtHint(inDoubt, operation));
}

function digestsOf(unit: Unit, operation: Operation): string[] {
	const { outcome } = unit;
	const digest = recipientDigest(unit, operation);
	if (!digest || !outcome) return [];
	const isContinued = isOfFailedRun(outcome);
	if (!isDoubtful(outcome)) return outcome.kind === 'accepted' || isContinued ? [digest] : [];
	const keyedDoubt = isContinued ? undefined : keyedDoubtOf(unit, operation);
	return [IN_DOUBT + digest, ...(keyedDoubt ? [keyedDoubt] : [])];
}

/** A Send Once Key has a history of its own: with the same key, "If in Doubt" decides. */
function keyedDoubtOf(unit: Unit, operation: Operation): string | undefined {
	const key = operation.features?.historyKey?.(unit.values);
	const digest = key === undefined ? undefined : recipientDigest(unit, operation, ` ${key}`);
	return digest && IN_DOUBT + digest;
}

function recipientDigest({ values }: Unit, operation: Operation, key = ''): string | undefined {
	const recipient = recipientOf(values, operation);
	if (recipient === undefined) return undefined;
	const hash = createHash('sha256').update(`${operation.value} ${recipient}${key}`);
	return hash.digest('base64url').slice(0, DIGEST_LENGTH);
}

/** The recipient by which n8n's Retry skips a unit; undefined if it may repeat the operation. The links of a question end with its execution. */
function recipientOf(values: unknown, { wire, features }: Operation): string | undefined {
	if (wire.idempotency !== 'nonIdempotent') return undefined;
	return features?.recipient?.(values).name ?? wire.contactKey?.(values);
}

function inDoubtHint(units: Unit[], operation: Operation): string {
	const { doubtTexts } = operation.wire;
	const recipients = units.map(({ values }) => recipientOf(values, operation) ?? '');
	const names = firstOf([...new Set(recipients)], MAX_NAMES);
	return joinSentences(
		`${doubtTexts?.problem} by the failed execution, so Retry didn't repeat it for ${names}`,
		doubtTexts?.advice,
	);
}
