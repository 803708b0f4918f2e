import { grouped } from '../../grouped';
import type { ExecutionEntries, SentNewsletter } from '../../ExecutionEntries';
import type { InvalidParameter } from '../../parameters/InvalidParameter';
import { isInDoubt, type Outcome } from '../../transport/Outcome';
import { inDoubtBefore, type Answer, type Answers, type Memory, type Places } from '../Memory';
import type { Recipient } from '../Recipient';
import { differentNewsletters, type ToNewsletter } from './differentNewsletters';

const IN_DOUBT =
	'The email may or may not have been sent by an earlier run of this node, such as an earlier round of a loop or another sub-workflow execution';
const CHECK =
	"It isn't sent again in this execution. Check the service's dashboard before you send it in another execution.";

/**
 * Newsletters that this node has sent in this execution, or in another one that counts as the same: subscribers get each once, even if
 * rounds of a loop or sub-workflows send it. Nobody claims them, because their runs follow each other.
 */
export class SentNewsletters implements Memory {
	/** @param all see `entriesOfExecution`; each gets the newsletters that are sent */
	constructor(
		private readonly all: ExecutionEntries[],
		private readonly places: Pick<Places, 'addHint'>,
	) {}

	conflicts(recipients: Recipient[]): Map<Recipient, InvalidParameter> {
		return differentNewsletters(recipients.filter(isToNewsletter), this);
	}

	lookUp(recipients: Recipient[]): Answers {
		const newsletters = grouped(
			recipients.filter(isToNewsletter),
			({ newsletter }) => newsletter.digest,
		);
		const answers: Answers = new Map();
		let skipped = 0;
		for (const same of newsletters.values()) {
			const answer = this.answerTo(same);
			if (answer) for (const recipient of same) answers.set(recipient, answer);
			if (answer?.kind === 'alreadySent') skipped++;
		}
		if (skipped > 0) this.places.addHint(skippedHint(skipped));
		return answers;
	}

	note(recipients: Recipient[], outcome: Outcome | undefined): void {
		if (!outcome || outcome.kind === 'rejected' || outcome.kind === 'notSent') return;
		this.add(recipients.filter(isToNewsletter), isInDoubt(outcome));
	}

	find(digest: string): SentNewsletter | undefined {
		const found = this.all.flatMap(sentIn).filter((one) => one.digest === digest);
		return found.find(({ isInDoubt }) => !isInDoubt) ?? found.at(0);
	}

	countTo(list: string): number {
		const toList = this.all.flatMap(sentIn).filter((one) => one.list === list && !one.isTest);
		return new Set(toList.map(({ digest }) => digest)).size;
	}

	/** @param same of units that share one email */
	private add(same: ToNewsletter[], isInDoubt: boolean): void {
		const newsletter = same.at(0)?.newsletter;
		if (!newsletter) return;
		const { list, digest, isTest } = newsletter;
		const sendOnceKey = isInDoubt ? commonKey(same) : undefined;
		for (const entries of this.all) {
			const sent = sentIn(entries);
			const known = sent.find((one) => one.digest === digest);
			// Once sent, it stays sent.
			if (known) known.isInDoubt &&= isInDoubt;
			else entries.set('sentEmails', [...sent, { list, digest, isTest, isInDoubt, sendOnceKey }]);
		}
	}

	private answerTo(same: ToNewsletter[]): Answer | undefined {
		const found = this.find(same[0].newsletter.digest);
		if (!found) return undefined;
		if (!found.isInDoubt) return { kind: 'alreadySent' };
		const key = commonKey(same);
		// The history of the key also has this email in doubt, so "If in Doubt" decides.
		if (key !== undefined && key === found.sendOnceKey) return undefined;
		return inDoubtBefore(IN_DOUBT, CHECK);
	}
}

function isToNewsletter(recipient: Recipient): recipient is ToNewsletter {
	return recipient.newsletter !== undefined;
}

function sentIn(entries: ExecutionEntries): SentNewsletter[] {
	return entries.get('sentEmails') ?? [];
}

/** The Send Once Key if all have the same one. Only then, "If in Doubt" decides on a doubt: the choice of some must not count for others. */
function commonKey(same: Recipient[]): string | undefined {
	const keys = new Set(same.map(({ sendOnce }) => sendOnce?.key));
	return keys.size === 1 ? same[0].sendOnce?.key : undefined;
}

function skippedHint(count: number): string {
	const isOne = count === 1;
	const emails = isOne ? 'The email was' : `${count.toLocaleString('en-US')} emails were`;
	return `${emails} not sent again. An earlier run of this node in this execution, such as an earlier round of a loop or another sub-workflow execution, already sent ${isOne ? 'it' : 'them'}.`;
}
