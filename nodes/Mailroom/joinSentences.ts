/** Joins sentences, with periods between them. */
export function joinSentences(...sentences: Array<string | null | undefined>): string {
	return sentences
		.filter((sentence) => sentence)
		.reduce<string>((text, sentence) => (text ? `${ended(text)} ${sentence}` : `${sentence}`), '');
}

function ended(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
