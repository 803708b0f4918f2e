import type { IDataObject } from 'n8n-workflow';
import type { Choice, Question } from './Question';

export interface Reply {
	approved?: boolean;
	text?: string;
}

/** A reply to ask for again. */
export interface Incomplete {
	problem: string;
	/** Content of the page's field. */
	text?: string;
}

const EMPTY_TEXT = 'The response is empty. Please write something.';

const NO_BUTTON = 'Please press one of the buttons.';

/** @param link that the recipient has opened */
export function replyIn(
	question: Question,
	link: Choice,
	body: IDataObject | undefined,
): Reply | Incomplete {
	if (question.responseType === 'approval') return { approved: link.approved };
	const text = textIn(body, 'text');
	const isEmpty = text.trim() === '';
	const draft = withLineFeeds(question.prefilledText ?? '');
	if (question.responseType === 'freeText') return isEmpty ? { problem: EMPTY_TEXT } : { text };

	const pressed = textIn(body, 'approved');
	const choice = question.choices.find(({ approved }) => String(approved) === pressed);
	if (!choice) return { problem: NO_BUTTON, text: isEmpty ? undefined : text };
	const { approved } = choice;
	if (approved && isEmpty && draft.trim() !== '') return { problem: EMPTY_TEXT };
	// A draft is no reason for its decline.
	const isNothing = isEmpty || (!approved && text === draft);
	return { approved, text: isNothing ? '' : text };
}

/** n8n gives no body for an empty form, and `data` for multipart. */
export function textIn(body: IDataObject | undefined, field: string): string {
	const text = body?.[field] ?? (body?.data as IDataObject | undefined)?.[field];
	return typeof text === 'string' ? withLineFeeds(text) : '';
}

/** Browsers send other line breaks than they show. */
function withLineFeeds(text: string): string {
	return text.replace(/\r\n?/g, '\n');
}
