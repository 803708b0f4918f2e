import type { Mail } from '../../sandbox/store/Store';

/** What a run says of one recipient. */
export interface Told {
	out: { success?: boolean; alreadySent?: unknown; error?: string };
	from: { email: string };
}

/** Addresses, by what became of their email. */
export interface Verdict {
	/** Got it more than once. */
	doubled: string[];
	/** Named as in doubt, whether they have it or not. */
	inDoubt: string[];
	/** Neither have it nor are named as in doubt. */
	lost: string[];
	/** Named as failed for another reason. */
	failed: string[];
}

const IN_DOUBT = /may or may not have been sent/;

/** Holds what the last run says against what was sent by all of them. */
export function verdictOf(mails: Mail[], told: Told[]): Verdict {
	const timesSent = countByAddress(mails);
	const isNamed = ({ out }: Told) => IN_DOUBT.test(out.error ?? '');
	const addresses = (some: Told[]) => some.map(({ from }) => from.email);
	return {
		doubled: [...timesSent].filter(([, times]) => times > 1).map(([email]) => email),
		inDoubt: addresses(told.filter(isNamed)),
		lost: addresses(told.filter((one) => !timesSent.has(one.from.email) && !isNamed(one))),
		failed: addresses(told.filter((one) => one.out.error !== undefined && !isNamed(one))),
	};
}

function countByAddress(mails: Mail[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { to } of mails) counts.set(to, (counts.get(to) ?? 0) + 1);
	return counts;
}
