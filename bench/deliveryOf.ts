import type { JournalEntry } from '../sandbox/traffic/createJournalEntry';

type Delivery = { lost: number; duplicates: number };

/**
 * Counts the addresses that the service never acted on, and those that it acted on more than once.
 *
 * @param emails the expected addresses
 */
export function deliveryOf(journal: JournalEntry[], emails: string[]): Delivery {
	const times = new Map(emails.map((email) => [email, 0]));
	for (const { acted, body } of journal) {
		if (!acted || body === undefined) continue;
		for (const email of addressesIn(body)) times.set(email, (times.get(email) ?? 0) + 1);
	}
	const counts = [...times.values()];
	return {
		lost: counts.filter((count) => count === 0).length,
		duplicates: counts.filter((count) => count > 1).length,
	};
}

/** @param body of an email, or of contacts */
function addressesIn(body: unknown) {
	const { to, contactEmails, contacts } = body as {
		to?: string;
		contactEmails?: string[];
		contacts?: { email: string }[];
	};
	return contactEmails ?? contacts?.map(({ email }) => email) ?? [String(to)];
}
