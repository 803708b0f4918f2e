import { grouped } from '../grouped';
import { firstOf, joinSentences } from '../wording';
import type { AlreadySent, LeftInDoubt } from '../transport/Outcome';
import type { DoubtTexts } from '../transport/ServiceRequest';
import type { Answer, Answers, Known, Memory, Places } from './Memory';
import type { Recipient } from './Recipient';
import { acceptedMark, doubtMark, type Marks, type RetryMarks } from './retryMarks';

const MAX_NAMES = 10;

/** Operations that send an email. Marks tell them apart, as those of saved executions do. */
const SENDS = ['sendTransactional', 'sendToContacts', 'sendToList'];

export interface RetriedOperation {
	value: string;
	doubtTexts?: DoubtTexts;
}

/**
 * What a failed execution leaves for n8n's Retry of it, as opposed to "Retry On Fail". An item is known by its place and its recipients, so
 * that a corrected text does not reach them twice. The failed run marks the recipients:
 *
 * | In the failed run                          | Marks                      | In the Retry                                               |
 * | ------------------------------------------ | -------------------------- | ---------------------------------------------------------- |
 * | Accepted, without or with a Send Once Key  | recipient                  | accepted                                                   |
 * | In doubt, without a key                    | ?recipient                 | in doubt, also with a key                                  |
 * | In doubt, with a key                       | ?recipient, ?recipient key | in doubt, but with this key, the history of the key counts |
 * | Rejected, not sent, or sent earlier by key | none                       | sent, unless the history of a key keeps it back            |
 *
 * If the Retry fails, too, it adds its marks to those of the failed run.
 */
export class FailedExecution implements Memory {
	/** @param marks undefined if n8n's Retry can't repeat the run */
	constructor(
		private readonly operation: RetriedOperation,
		private readonly marks: RetryMarks | undefined,
		private readonly addHint: Places['addHint'],
	) {}

	lookUp(recipients: Recipient[]): Answers {
		const answers: Answers = new Map();
		const marksByItem = this.marks?.find() ?? [];
		if (marksByItem.length === 0) return answers;
		for (const together of grouped(recipients, (one) => one.newsletter?.digest ?? one).values()) {
			const accepted: AlreadySent = { kind: 'alreadySent' };
			const inDoubt: LeftInDoubt = { kind: 'leftInDoubt' };
			for (const recipient of together) {
				const marks = marksByItem.at(recipient.itemIndex) ?? new Set();
				const answer = this.answerBy(marks, recipient, { accepted, inDoubt });
				if (answer) answers.set(recipient, answer);
			}
		}
		return answers;
	}

	/** Also names those of earlier tries, since n8n drops their hints. */
	close(known: Known[]): void {
		const inDoubt = known.filter(({ outcome }) => outcome.kind === 'leftInDoubt');
		if (inDoubt.length === 0) return;
		const { problem, advice } = this.operation.doubtTexts ?? {};
		const names = firstOf([...new Set(inDoubt.map(({ recipient }) => recipient.name))], MAX_NAMES);
		const left = `${problem} by the failed execution, so Retry didn't repeat it for ${names}`;
		this.addHint(joinSentences(left, advice));
	}

	leave(known: Known[]): void {
		// An item can be invalid or missing in all tries.
		const marksByItem: Array<Marks | undefined> = this.marks?.find() ?? [];
		for (const one of known) {
			const marks = (marksByItem[one.recipient.itemIndex] ??= new Set());
			for (const mark of this.marksOf(one)) marks.add(mark);
		}
		if (marksByItem.some((marks) => marks && marks.size > 0)) this.marks?.save(marksByItem);
	}

	/** Undefined if the recipient is to be reached, or left to the history of its key. */
	private answerBy(
		marks: Marks,
		recipient: Recipient,
		{ accepted, inDoubt }: Record<'accepted' | 'inDoubt', Answer>,
	): Answer | undefined {
		const names = this.namesOf(recipient);
		const keyed = recipient.sendOnce ? names.map((name) => withKey(name, recipient)) : [];
		if (keyed.some((name) => marks.has(doubtMark(name)))) return undefined;
		if (names.some((name) => marks.has(acceptedMark(name)))) return accepted;
		return names.some((name) => marks.has(doubtMark(name))) ? inDoubt : undefined;
	}

	/** Others have none, or had theirs before. */
	private marksOf({ recipient, outcome }: Known): string[] {
		const name = this.nameOf(recipient);
		if (outcome.kind === 'accepted') return [acceptedMark(name)];
		if (outcome.kind !== 'inDoubt') return [];
		return (recipient.sendOnce ? [name, withKey(name, recipient)] : [name]).map(doubtMark);
	}

	/** The operation may have been changed from one send to another before the Retry. */
	private namesOf({ name }: Recipient): string[] {
		const { value } = this.operation;
		return (SENDS.includes(value) ? SENDS : [value]).map((one) => `${one} ${name}`);
	}

	private nameOf({ name }: Recipient): string {
		return `${this.operation.value} ${name}`;
	}
}

/** A Send Once Key has a history of its own: with the same key, "If in Doubt" decides. */
function withKey(name: string, { sendOnce }: Recipient): string {
	return `${name} ${sendOnce?.key}`;
}
