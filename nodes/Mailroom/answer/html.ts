import type { Question } from './Question';
import type { ToolArgument } from './toolArguments';

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** An address of the web within a text. What ends a sentence is not part of it. */
const ADDRESS = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/;

/** A text for the content of an element or a quoted attribute. */
export function escaped(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character]);
}

/**
 * The message of a question: paragraphs, in which addresses of the web are links, and lists of arguments.
 *
 * @param ofValue attributes of the element around the value of an argument
 */
export function messageHtml({ message }: Question, ofValue = ''): string {
	return message
		.map((part) => (typeof part === 'string' ? paragraphs(part) : argumentList(part, ofValue)))
		.join('\n');
}

/** A text as it was typed: a blank line begins a paragraph. */
export function paragraphs(text: string): string {
	return text
		.split(/(?:\r?\n[^\S\n]*){2,}/)
		.filter((paragraph) => paragraph.trim() !== '')
		.map((paragraph) => `<p>${linked(paragraph.trim())}</p>`)
		.join('\n');
}

function argumentList(list: ToolArgument[], ofValue: string): string {
	const rows = list.map(
		([name, value]) => `<dt><b>${escaped(name)}</b></dt><dd${ofValue}>${withBreaks(value)}</dd>`,
	);
	return rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`;
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
	return escaped(text).replace(/\r?\n/g, '<br>');
}
