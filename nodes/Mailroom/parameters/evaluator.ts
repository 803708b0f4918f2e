import type { IDataObject } from 'n8n-workflow';

/** Gives the value of a field for an item. */
export type Evaluator = (item: EvaluatedItem) => unknown;

/** Turns an entered expression into the one that n8n evaluates, both without the leading `=`. */
export type Rewrite = (expression: string) => string;

export interface EvaluatedItem {
	/** Evaluates an expression without its leading `=`. */
	evaluate(expression: string): unknown;
	/** The input item and those of earlier nodes, if they can be read without n8n's evaluation. */
	plain?: PlainItems;
}

export interface PlainItems {
	json: IDataObject;
	itemOf(node: string, which: Which): IDataObject | undefined;
}

type Which = 'first' | 'last' | 'item';

/** `{{ $json.email }}` or `{{ $json['Full Name'] }}`, as the editor writes a field that is dragged into the form. */
const OWN_FIELD =
	/^\{\{\s*\$json(?:\.([A-Za-z_]\w*)|\["([^"'\\{}]+)"\]|\['([^"'\\{}]+)'\])\s*\}\}$/;

/** The same for the field of an earlier node: `{{ $('Newsletter').item.json.body }}`, or `.first()` in place of `.item`. */
const FIELD_OF_NODE =
	/^\{\{\s*\$\((?:"([^"'\\{}]+)"|'([^"'\\{}]+)')\)\.(?:(item)|(first|last)\(\))\.json((?:\.[A-Za-z_]\w*){1,5})\s*\}\}$/;

/**
 * Prepares the evaluation of a field, once for all items of a run. Plain fields of items are read directly, since n8n takes half a
 * millisecond for an expression, and copies a long text each time.
 *
 * @param entered content of the field, with all that is inside it
 */
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

/** True if a field is set to Expression. */
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

/** A text, boolean or number. Undefined leaves anything else to n8n, also a missing field. */
function plainMember(json: unknown, names: string[]): unknown {
	let value = json;
	for (const name of names) {
		const isHeld = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
		value = isHeld ? (value as Record<string, unknown>)[name] : undefined;
	}
	const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
	return isPlain ? value : undefined;
}
