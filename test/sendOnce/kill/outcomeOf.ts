const IN_DOUBT = /may or may not have been sent/;

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
