import type { Mail } from '../../../sandbox/store/Store';
import type { Outcome } from './outcomeOf';

const MOST_TOLD = 8;

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
