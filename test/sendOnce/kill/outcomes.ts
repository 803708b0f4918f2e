import type { Mail } from '../../../sandbox/store/Store';

const IN_DOUBT = /may or may not have been sent/;
const MOST_TOLD = 8;

/** An execution's status of a recipient. */
export interface Outcome {
	email: string;
	kind: 'sent' | 'alreadySent' | 'inDoubt' | 'failed' | 'unanswered';
	/** As n8n has it. */
	error?: string;
	/** When it was told, in ms since 1970. */
	at: number;
}

/** An item that came out of the node, and the one that it came from. */
export interface Told {
	out: { alreadySent?: unknown; error?: string };
	from: { email: string };
}

export function outcomeOf({ out, from: { email } }: Told, at: number): Outcome {
	if (out.error !== undefined) return failureOf(email, out.error, at);
	// Send to Contacts tells the addresses.
	const isSentBefore = Array.isArray(out.alreadySent)
		? out.alreadySent.length > 0
		: out.alreadySent === true;
	return { email, kind: isSentBefore ? 'alreadySent' : 'sent', at };
}

export function failureOf(email: string, error: string, at: number): Outcome {
	return { email, kind: IN_DOUBT.test(error) ? 'inDoubt' : 'failed', error, at };
}

/** Addresses, by the outcome of their email. */
interface Tally {
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

/** When these got the email, and what they were told, in seconds since the first of all: what went wrong, for an error. */
export function storyOf(emails: string[], mails: Mail[], outcomes: Outcome[]): string {
	const sent = mails.map(({ to, acceptedAt }) => ({ email: to, at: Date.parse(acceptedAt) }));
	const first = [...sent, ...outcomes].reduce((least, { at }) => Math.min(least, at), Infinity);
	const since = (at: number) => `${((at - first) / 1_000).toFixed(1)} s`;
	const lines = [...new Set(emails)].slice(0, MOST_TOLD).map((email) => {
		const arrived = sent.filter((one) => one.email === email).map(({ at }) => since(at));
		const told = outcomes
			.filter((one) => one.email === email)
			.map(({ kind, at, error }) => `${kind} at ${since(at)}${error ? ` (${error})` : ''}`);
		return `${email}: arrived ${arrived.join(', ') || 'never'}; told ${told.join(', ')}`;
	});
	return lines.join('\n');
}
