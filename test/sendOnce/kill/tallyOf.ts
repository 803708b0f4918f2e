import type { Mail } from '../../../sandbox/store/Store';
import type { Outcome } from './outcomeOf';

/** Addresses, by the outcome of their email. */
export interface Tally {
	/** How many emails went out. */
	emails: number;
	/** Got it more than once. */
	duplicates: string[];
	/** Have not got it. */
	without: string[];
	/** Told of as sent, now or before, and have not got it. */
	forgotten: string[];
	/** Named as in doubt, whether they have it or not. */
	inDoubt: string[];
	/** Failed for another reason, or not answered. */
	blocked: string[];
}

/** Holds what executions tell against what was sent. */
export function tallyOf(mails: Mail[], outcomes: Outcome[]): Tally {
	const timesSent = new Map<string, number>();
	for (const { to } of mails) timesSent.set(to, (timesSent.get(to) ?? 0) + 1);
	const of = (...kinds: Array<Outcome['kind']>) => [
		...new Set(outcomes.filter(({ kind }) => kinds.includes(kind)).map(({ email }) => email)),
	];
	const isWithout = (email: string) => !timesSent.has(email);
	return {
		emails: mails.length,
		duplicates: [...timesSent].filter(([, times]) => times > 1).map(([email]) => email),
		without: [...new Set(outcomes.map(({ email }) => email))].filter(isWithout),
		forgotten: of('sent', 'alreadySent').filter(isWithout),
		inDoubt: of('inDoubt'),
		blocked: of('failed', 'unanswered'),
	};
}

export function tallyLine({ emails, duplicates, without, forgotten, inDoubt, blocked }: Tally) {
	return (
		`${emails} emails, ${duplicates.length} duplicates, ${without.length} without, ` +
		`${forgotten.length} forgotten, ${blocked.length} blocked, ${inDoubt.length} in doubt`
	);
}
