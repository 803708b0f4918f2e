import type { IDataObject } from 'n8n-workflow';
import { assertNoExpression } from './expressionInFixed';
import { assertNoExtraBraces } from './extraBraces';
import { programTextCheck } from './programText';

export type Evaluator = (item: EvaluatedItem) => unknown;

/** Changes an expression, without its `=`, before n8n evaluates it. */
export type Rewrite = (expression: string) => string;

export interface EvaluatedItem {
	/** Takes an expression without its `=`. */
	evaluate(expression: string): unknown;
	/** Items that can be read without n8n's evaluation. */
	plain?: PlainItems;
}

export interface PlainItems {
	json: IDataObject;
	itemOf(node: string, which: Which): IDataObject | undefined;
}

type Which = 'first' | 'last' | 'item';

/** Such as `{{ $json.email }}` or `{{ $json['Full Name'] }}`. */
const OWN_FIELD =
	/^\{\{\s*\$json(?:\.(?<name>[A-Za-z_]\w*)|\[(["'])(?<quoted>[^"'\\{}]+)\2\])\s*\}\}$/;

/** Such as `{{ $('Newsletter').item.json.body }}`. */
const FIELD_OF_NODE =
	/^\{\{\s*\$\((["'])(?<node>[^"'\\{}]+)\1\)\.(?<which>item|(?:first|last)\(\))\.json(?<path>(?:\.[A-Za-z_]\w*){1,5})\s*\}\}$/;

/**
 * Reads plain fields directly, because n8n takes half a millisecond per expression and copies long texts.
 *
 * @param rewrite of a text with tags, whose braces its reader checks
 * @throws InvalidParameter if a fixed text contains an expression, which n8n would send as typed, or if an expression contains or gives
 * what no reader should see
 */
export function evaluatorOf(entered: unknown, label: string, rewrite?: Rewrite): Evaluator {
	if (isExpression(entered)) {
		const expression = entered.slice(1);
		if (!rewrite) assertNoExtraBraces(expression, label);
		return expressionEvaluator(rewrite?.(expression) ?? expression, label);
	}
	if (typeof entered === 'string') assertNoExpression(entered, label);
	if (typeof entered !== 'object' || entered === null) return () => entered;

	const members = membersOf(entered, label).map(
		([key, member, memberLabel]) => [key, evaluatorOf(member, memberLabel)] as const,
	);
	return (item) => {
		const values = members.map(([key, evaluator]) => [key, evaluator(item)] as const);
		return Array.isArray(entered) ? values.map(([, value]) => value) : Object.fromEntries(values);
	};
}

function membersOf(entered: object, label: string): Array<[string, unknown, label: string]> {
	// The cached title of a resource locator was not entered by the user.
	if ('__rl' in entered && 'value' in entered) return [['value', entered.value, label]];
	// A custom property: { name: "plan", value: "={{ $json.plan }}" }
	const { name } = entered as { name?: unknown };
	const isNamed = typeof name === 'string' && !isExpression(name);
	return Object.entries(entered).map(([key, member]) => [
		key,
		member,
		isNamed && key === 'value' ? `${label} > ${name}` : label,
	]);
}

export function isExpression(entered: unknown): entered is string {
	return typeof entered === 'string' && entered.startsWith('=');
}

function expressionEvaluator(expression: string, label: string): Evaluator {
	const read = partEvaluator(expression);
	const check = programTextCheck(expression, label);
	return (item) => {
		const value = read(item);
		check(value, (part) => partEvaluator(part)(item));
		return value;
	};
}

/** Takes a part of an expression, whose value its reader judges. */
export function partEvaluator(expression: string): Evaluator {
	const read = plainReader(expression);
	return ({ evaluate, plain }) => (plain && read?.(plain)) ?? evaluate(expression);
}

function plainReader(expression: string): ((items: PlainItems) => unknown) | undefined {
	const own = OWN_FIELD.exec(expression)?.groups;
	if (own) return ({ json }) => plainMember(json, [own.name ?? own.quoted]);
	const ofNode = FIELD_OF_NODE.exec(expression)?.groups;
	if (!ofNode) return undefined;
	const { node, path } = ofNode;
	const which = ofNode.which.replace('()', '') as Which;
	const names = path.slice(1).split('.');
	return ({ itemOf }) => plainMember(itemOf(node, which), names);
}

/** Returns only text, booleans and numbers. n8n evaluates the rest. */
function plainMember(json: unknown, names: string[]): unknown {
	let value = json;
	for (const name of names) {
		const isHeld = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
		value = isHeld ? (value as Record<string, unknown>)[name] : undefined;
	}
	const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
	return isPlain ? value : undefined;
}
