import { failedBy } from '../../../run/failedBy';
import { isPending, type Batch, type Unit } from '../../../run/Item';
import type { Features, Run } from '../../../run/Operation';
import { grouped } from '../../../grouped';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { SEND_ONCE_KEY } from '../../../sendOnce/options';
import { isDoubtful, isOfFailedRun, type Failed, type Outcome } from '../../../transport/Outcome';
import { distinctNewsletters, type Newsletter, type WithNewsletter } from './sameNewsletter';
import { SentNewsletters } from './SentNewsletters';

type NewsletterRun = Run<WithNewsletter>;
type NewsletterUnit = Unit<WithNewsletter>;

/** Hooks by which subscribers get a newsletter once per execution, even if rounds of a loop or sub-workflows send it. */
export const onceInExecution = {
	checkAll: (run) => {
		refuseDifferentNewsletters(run);
		skipSent(run);
	},
	onOutcome: (units, outcome, run) => {
		if (outcome.kind === 'rejected' || outcome.kind === 'notSent') return;
		const newsletters = units.map(({ values }) => values.newsletter);
		newslettersOf(run).add(newsletters, isDoubtful(outcome));
	},
} satisfies Features<WithNewsletter>;

function newslettersOf({ memories }: NewsletterRun): SentNewsletters {
	return new SentNewsletters(memories);
}

function refuseDifferentNewsletters(run: NewsletterRun): void {
	const conflicts = findConflicts(run);
	if (conflicts.size === 0) return;
	for (const [position, item] of run.items.entries()) {
		const conflicting = item.units.find((unit) => isPending(unit) && conflicts.has(unit));
		// A copy, because Retry On Fail keeps the item, and its next try checks it again.
		if (conflicting) run.items[position] = { ...item, invalid: conflicts.get(conflicting) };
	}
}

/** Finds different newsletters to one list, including those already sent in this execution. */
function findConflicts(run: NewsletterRun): Map<NewsletterUnit, Failed> {
	const conflicts = new Map<NewsletterUnit, Failed>();
	const sent = newslettersOf(run);
	const units = run.items.flatMap((item) => item.units);
	const toLists = units.filter(
		({ values, outcome }) => !values.newsletter.isTest && !isOfFailedRun(outcome),
	);
	for (const [list, toList] of grouped(toLists, ({ values }) => values.newsletter.list)) {
		const unsent = distinctNewsletters(toList).filter(
			({ units: [{ values }] }) => !sent.find(values.newsletter),
		);
		const count = sent.countTo(list) + unsent.length;
		if (count === 1 || unsent.length === 0) continue;
		const isRefused = toList.some(({ values }) => !values.newsletter.mayDiffer);
		const failed = failedBy(isRefused ? tooMany(list, count) : differentWithOneKey(list));
		for (const unit of isRefused ? toList : withSharedKey(toList)) conflicts.set(unit, failed);
	}
	return conflicts;
}

/** Units whose Send Once Key is used for different emails. */
function withSharedKey(toList: NewsletterUnit[]): NewsletterUnit[] {
	const withKey = toList.filter(({ values }) => values.newsletter.sendOnceKey !== undefined);
	return [...grouped(withKey, ({ values }) => values.newsletter.sendOnceKey).values()]
		.filter((ofKey) => grouped(ofKey, ({ values }) => values.newsletter.textDigest).size > 1)
		.flat();
}

function differentWithOneKey(list: string): InvalidParameter {
	return new InvalidParameter(
		SEND_ONCE_KEY,
		`is the same for different emails to the list "${list}"`,
		'A Send Once Key belongs to one email. Add something that differs, such as the issue number',
	);
}

function tooMany(list: string, count: number): InvalidParameter {
	return new InvalidParameter(
		'List',
		`is "${list}": its subscribers would get ${count.toLocaleString('en-US')} emails each`,
		'To personalize one email, use tags such as {{firstName}}. To email individual contacts, use "Send to Contacts". To send all emails, set "If Emails Differ" to "Send Each"',
	);
}

const IN_DOUBT =
	'The email may or may not have been sent by an earlier run of this node, such as an earlier round of a loop or another sub-workflow execution';
const CHECK =
	"It isn't sent again in this execution. Check the service's dashboard before you send it in another execution.";

function skipSent(run: NewsletterRun): void {
	const again: Newsletter[] = [];
	const sent = newslettersOf(run);
	for (const batch of run.pendingBatches()) {
		const outcome = earlierOutcome(sent, batch);
		if (outcome) run.note(batch, outcome);
		if (outcome?.kind === 'alreadySent') again.push(batch.units[0].values.newsletter);
	}
	if (again.length > 0) run.addHint(againHint(again));
}

function againHint(again: Newsletter[]): string {
	const isOne = again.length === 1;
	const emails = isOne ? 'The email was' : `${again.length.toLocaleString('en-US')} emails were`;
	return `${emails} not sent again. An earlier run of this node in this execution, such as an earlier round of a loop or another sub-workflow execution, already sent ${isOne ? 'it' : 'them'}.`;
}

function earlierOutcome(
	sent: SentNewsletters,
	{ units }: Batch<WithNewsletter>,
): Outcome | undefined {
	const { newsletter } = units[0].values;
	const found = sent.find(newsletter);
	if (!found) return undefined;
	if (!found.isInDoubt) return { kind: 'alreadySent' };
	// The Send Once history also has this email in doubt, so "If in Doubt" decides.
	const { sendOnceKey } = newsletter;
	if (sendOnceKey !== undefined && found.sendOnceKey === sendOnceKey) return undefined;
	return { kind: 'inDoubt', problem: IN_DOUBT, advice: CHECK, scope: 'request' };
}
