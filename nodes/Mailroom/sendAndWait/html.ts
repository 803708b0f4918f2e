const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** An address of the web within a text, without punctuation at its end and without an escape sequence of JSON. */
const ADDRESS = /(https?:\/\/[^\s<>"'\\]*[^\s<>"'\\.,;:!?)\]])/;

/** A text for the content of an element or a quoted attribute. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** A text as it was typed: a blank line begins a paragraph, and addresses of the web are links. */
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

/** HTML swallows line breaks, and the spaces at the beginning of a line. */
function withBreaks(text: string): string {
	const indented = text.replace(/^ +/gm, (spaces) => '\u00a0'.repeat(spaces.length));
	return escaped(indented).replace(/\r?\n/g, '<br>');
}
