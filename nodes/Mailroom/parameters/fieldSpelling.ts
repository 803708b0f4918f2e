import type { IDataObject } from 'n8n-workflow';
import { isExpression } from './evaluator';
import { shownBare } from '../wording';

/** `$json.email` or `$json["email"]`. */
const FIELD = /\$json(?:\.([A-Za-z_]\w*)|\[(["'])([^"'\\]+)\2\])/g;

/** Advice if the input has a field of an expression in other capitals only, such as `Email` for `$json.email`. */
export function fieldSpelling(entered: unknown, json: IDataObject): string | undefined {
	if (!isExpression(entered)) return undefined;
	for (const [, plain, , quoted] of entered.matchAll(FIELD)) {
		const typed = plain ?? quoted;
		if (Object.hasOwn(json, typed)) continue;
		const name = Object.keys(json).find((one) => one.toLowerCase() === typed.toLowerCase());
		if (name === undefined) continue;
		const field = /^[A-Za-z_]\w*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
		return `The input has ${shownBare(name)}, not ${shownBare(typed)}. Type {{ $json${shownBare(field)} }}`;
	}
	return undefined;
}
