const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Without punctuation at its end, and without an escape sequence of JSON. */
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
	// HTML drops the spaces at the beginning of a line.
	const indented = text.replace(/^ +/gm, (spaces) => '\u00a0'.repeat(spaces.length));
	return escaped(indented).replace(/\r?\n/g, '<br>');
}
