import { replaceBraces, withoutTexts } from './braces';
import { isProgramName, isSeveralWords } from './codeNames';
import { canBeEmptyIn, surroundingsIn, type Surroundings } from './gap';
import { misspelling } from './tags/misspelledTags';
import { InvalidParameter, type Label } from './InvalidParameter';
import { isDate, isEmpty, isLuxonDate } from './values';
import { shownBare } from '../wording';

// What JavaScript writes for a value that is no text must not reach a reader. Each expression of a text is judged by its own value.

/** Why an expression gives no text. */
export type Flaw = 'nothing' | 'function' | 'object' | 'number' | 'date';

/** Undefined for a text, a number, a boolean or a date, and for an array of them. */
export function flawOf(value: unknown): Flaw | undefined {
	if (isEmpty(value)) return 'nothing';
	if (Array.isArray(value)) {
		const flaws = value.map(flawOf);
		return flaws.find((flaw) => flaw !== 'nothing' && flaw !== undefined) ?? flaws.find(Boolean);
	}
	if (typeof value === 'function') return 'function';
	if (typeof value === 'number') return Number.isFinite(value) ? undefined : 'number';
	if (isDate(value)) return Number.isNaN(value.getTime()) ? 'date' : undefined;
	if (isLuxonDate(value)) return INVALID_DATE.test(String(value)) ? 'date' : undefined;
	return typeof value === 'object' || typeof value === 'symbol' ? 'object' : undefined;
}

/** Text of an invalid Date, or of luxon's invalid DateTime. */
const INVALID_DATE = /^Invalid Date(?:Time)?$/;

const PROBLEMS: Record<
	Exclude<Flaw, 'nothing'>,
	[contains: string, gives: string, advice: string]
> = {
	function: [
		'contains program code',
		'a function instead of text',
		'To call it, type () behind its name',
	],
	object: [
		'contains [object Object]',
		'an object instead of text',
		'Use one of its fields, such as {{ $json.address.city }}, or JSON.stringify()',
	],
	number: ['contains NaN', 'no number', 'Check the numbers in the expression'],
	date: ['contains an invalid date', 'none', 'Check the date in the expression'],
};

function programText(label: Label, typed: string, flaw: Exclude<Flaw, 'nothing'>) {
	const [contains, gives, advice] = PROBLEMS[flaw];
	const problem = `${contains}, because ${shownBare(typed)} gives ${gives}`;
	return new InvalidParameter(label, problem, advice);
}

/**
 * Code of a function or class, a text such as `[object Object]`, and what stands for no number and no date. The code of a method has no
 * keyword: `toISO({ format } = {}) {`.
 */
const PROGRAM_TEXT =
	/\[object |\bNaN\b|\bInfinity\b|\bInvalid (?:Date|Duration|Interval)|\[native code\]|\) ?\{|=>|\bclass [\w$]/g;

/** What joins texts to a new one, in which the value of a field is no longer told apart. */
const COMPOSED = /\+|`|\bjoin\(|\bconcat\(|\bString\(/;

export function isComposed(code: string): boolean {
	return COMPOSED.test(withoutTexts(code));
}

interface Part extends Surroundings {
	/** With its braces. */
	typed: string;
	code: string;
}

/** Stands for a part between texts. */
const PART = '\0';

/**
 * Checks texts that an expression gives. Evaluates the expression's parts only if there is more program text than the author has typed, or
 * a gap where a number is missing, because an evaluation takes half a millisecond.
 *
 * @param expression without its `=`
 * @throws InvalidParameter
 */
export function programTextCheck(expression: string, label: Label) {
	const { parts, typed } = partsOf(expression, label);
	const typedCount = countIn(typed);
	let checked = '';
	return (value: unknown, evaluate: (part: string) => unknown): void => {
		// Consecutive items often share long texts.
		if (typeof value !== 'string' || value === checked) return;
		const hasProgramText = countIn(value) > typedCount;
		for (const part of parts) {
			if (!hasProgramText && !canBeNoNumber(part, value)) continue;
			const flaw = typed === PART ? flawOfText(value, part) : flawOfPart(part, evaluate);
			if (flaw && flaw !== 'nothing') throw programText(label, part.typed, flaw);
		}
		checked = value;
	};
}

function partsOf(expression: string, label: Label): { parts: Part[]; typed: string } {
	const found: Array<Pick<Part, 'typed' | 'code'>> = [];
	const typed = replaceBraces(expression, (text, code) => {
		assertNoName(label, text, code);
		const tag = literalIn(code);
		if (tag !== undefined) return tag;
		found.push({ typed: text, code });
		return PART;
	});
	const around = surroundingsIn(typed.split(PART));
	// The text itself contains the character.
	if (around.length !== found.length) return { parts: [], typed };
	return { parts: found.map((part, index) => ({ ...part, ...around[index] })), typed };
}

/** A tag, as rewritten for n8n. */
function literalIn(code: string): string | undefined {
	if (withoutTexts(code).trim() !== '""') return undefined;
	try {
		return String(JSON.parse(code));
	} catch {
		return undefined;
	}
}

const CALCULATES = /[*/%-]|\b(?:Math\.|Number\(|parseInt\(|parseFloat\()/;

/** n8n leaves a gap in a longer text where a calculation gives NaN. */
function canBeNoNumber(part: Part, text: string): boolean {
	return CALCULATES.test(withoutTexts(part.code)) && canBeEmptyIn(text, part);
}

function countIn(text: string): number {
	return text.match(PROGRAM_TEXT)?.length ?? 0;
}

/** n8n writes the code of any function and class, and can't evaluate names with blanks. */
function assertNoName(label: Label, typed: string, code: string): void {
	if (isProgramName(code)) {
		const problem = `contains ${shownBare(typed)}, which is a name of JavaScript or n8n, not a value`;
		throw new InvalidParameter(label, problem, 'Type a field such as {{ $json.name }}');
	}
	if (isSeveralWords(code) && misspelling(code) === undefined) throw tagWithBlanks(label, typed);
}

export function tagWithBlanks(label: Label, typed: string): InvalidParameter {
	const field = typed.slice(2, -2).trim();
	const problem = `contains ${shownBare(typed)}. Names of tags can't have blanks`;
	const advice = `For a field of the input, type {{ $json[${JSON.stringify(shownBare(field))}] }}`;
	return new InvalidParameter(label, problem, advice);
}

function flawOfPart(part: Part, evaluate: (part: string) => unknown): Flaw | undefined {
	let value: unknown;
	try {
		value = evaluate(part.typed);
	} catch {
		// n8n gives the value of no function.
		return 'function';
	}
	return typeof value === 'string' ? flawOfText(value, part) : flawOf(value);
}

/** What writes a number, date or object as text. */
const WRITES = /\.(?:to[A-Z]\w*|format)\(/;

/** What it writes if there is none: `DateTime.fromISO($json.date).toFormat('d LLLL')`. */
const WRITTEN: Array<[text: RegExp, flaw: Flaw]> = [
	[INVALID_DATE, 'date'],
	[/^(?:NaN|-?Infinity)$/, 'number'],
	[/^\[object \w+\]$/, 'object'],
];

/** A text is only judged if the expression wrote or composed it. Otherwise, it may be anyone's. */
function flawOfText(value: string, { code }: Part): Flaw | undefined {
	const written = WRITTEN.find(([text]) => text.test(value));
	if (written && WRITES.test(withoutTexts(code))) return written[1];
	if (!isComposed(code)) return undefined;
	if (/\[object \w+\]/.test(value)) return 'object';
	return /\{ \[native code\] \}/.test(value) ? 'function' : undefined;
}
