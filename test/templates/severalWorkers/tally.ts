import type { Mail } from '../../../sandbox/store/Store';

/** Counts of the emails that some recipients got. */
export interface Tally {
	/** Emails to them. */
	emails: number;
	/** Got more than one. */
	duplicates: string[];
	/** Got none. */
	without: string[];
}

export function tallyOf(mails: Mail[], recipients: string[]): Tally {
	const times = new Map(recipients.map((email) => [email, 0]));
	for (const { to } of mails) {
		const before = times.get(to);
		if (before !== undefined) times.set(to, before + 1);
	}
	const withTimes = (isMeant: (times: number) => boolean) =>
		[...times].filter(([, count]) => isMeant(count)).map(([email]) => email);
	return {
		emails: [...times.values()].reduce((sum, count) => sum + count, 0),
		duplicates: withTimes((count) => count > 1),
		without: withTimes((count) => count === 0),
	};
}

export const tallyLine = ({ emails, duplicates, without }: Tally) =>
	`${emails} emails, ${duplicates.length} duplicates, ${without.length} without`;
