import type { IDataObject } from 'n8n-workflow';

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
	/^\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"'\\{}]+)"\]|\['([^"'\\{}]+)'\])\s*\}\}$/;

/** Such as `{{ $('Newsletter').item.json.body }}`. */
const FIELD_OF_NODE =
	/^\{\{\s*\$\((?:"([^"'\\{}]+)"|'([^"'\\{}]+)')\)\.(?:(item)|(first|last)\(\))\.json((?:\.[A-Za-z_]\w*){1,5})\s*\}\}$/;

/** Reads plain fields directly, because n8n takes half a millisecond per expression and copies long texts. */
export function evaluatorOf(entered: unknown, rewrite: Rewrite = (text) => text): Evaluator {
	if (isExpression(entered)) return expressionEvaluator(rewrite(entered.slice(1)));
	if (typeof entered !== 'object' || entered === null) return () => entered;

	const members = Object.entries(entered).map(
		([key, member]) => [key, evaluatorOf(member)] as const,
	);
	return (item) => {
		const values = members.map(([key, evaluator]) => [key, evaluator(item)] as const);
		return Array.isArray(entered) ? values.map(([, value]) => value) : Object.fromEntries(values);
	};
}

export function isExpression(entered: unknown): entered is string {
	return typeof entered === 'string' && entered.startsWith('=');
}

function expressionEvaluator(expression: string): Evaluator {
	const read = plainReader(expression);
	return ({ evaluate, plain }) => (plain && read?.(plain)) ?? evaluate(expression);
}

function plainReader(expression: string): ((items: PlainItems) => unknown) | undefined {
	const [, ...ownNames] = OWN_FIELD.exec(expression) ?? [];
	const ownName = ownNames.find((name) => name !== undefined);
	if (ownName !== undefined) return ({ json }) => plainMember(json, [ownName]);

	const [, inDouble, inSingle = inDouble, item, which = item, path] =
		FIELD_OF_NODE.exec(expression) ?? [];
	if (inSingle === undefined) return undefined;
	const names = path.slice(1).split('.');
	return ({ itemOf }) => plainMember(itemOf(inSingle, which as Which), names);
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
