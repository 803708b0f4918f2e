const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Excludes final punctuation and escape sequences of JSON. */
const ADDRESS = /(https?:\/\/[^\s<>"'\\]*[^\s<>"'\\.,;:!?)\]])/;

export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

export function paragraphs(text: string): string {
	return text
		.split(/(?:\r?\n[^\S\n]*){2,}/)
		.filter((paragraph) => paragraph.trim() !== '')
		.map((paragraph) => `<p>${linked(paragraph.trim())}</p>`)
		.join('\n');
}

function linked(text: string): string {
	return text
		.split(ADDRESS)
		.map((part, index) =>
			index % 2 === 0
				? withBreaks(part)
				: `<a href="${escaped(part)}" rel="noopener noreferrer">${escaped(part)}</a>`,
		)
		.join('');
}

function withBreaks(text: string): string {
	// HTML drops spaces at the start of a line.
	const indented = text.replace(/^ +/gm, (spaces) => '\u00a0'.repeat(spaces.length));
	return escaped(indented).replace(/\r?\n/g, '<br>');
}
