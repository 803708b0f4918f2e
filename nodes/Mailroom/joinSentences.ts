/** Sentences as one text. Each that another follows gets a period if it has no end. */
export function joinSentences(...sentences: Array<string | null | undefined>): string {
	return sentences
		.filter((sentence) => sentence)
		.reduce<string>((text, sentence) => (text ? `${ended(text)} ${sentence}` : `${sentence}`), '');
}

function ended(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}
