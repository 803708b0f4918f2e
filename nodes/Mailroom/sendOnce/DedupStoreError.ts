import { SEND_ONCE_KEY } from './optionLabels';

const NOT_SENT = `Without it nothing is sent that has a ${SEND_ONCE_KEY}. Try again later`;

/** Long enough for what a database says, too short for its query. */
const MAX_DETAIL_LENGTH = 200;

/** The history of what was sent cannot be read or written. The message is for the user. */
export class DedupStoreError extends Error {
	/** The error of the store. */
	readonly detail: string;

	/**
	 * @param cause what the store threw
	 * @param consequence what that means for the user, as a sentence without its full stop
	 */
	constructor(cause: unknown, consequence = NOT_SENT) {
		const detail = detailOf(cause);
		super(`n8n could not read or write the history of sent emails (${detail}). ${consequence}`);
		this.detail = detail;
	}
}

function detailOf(cause: unknown): string {
	if (cause instanceof DedupStoreError) return cause.detail;
	const text = cause instanceof Error ? cause.message.replace(/\s+/g, ' ').trim() : '';
	if (text === '') return 'no reason given';
	return text.length > MAX_DETAIL_LENGTH ? `${text.slice(0, MAX_DETAIL_LENGTH)}…` : text;
}
