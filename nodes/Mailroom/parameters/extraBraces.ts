import { replaceBraces, withoutTexts } from './braces';
import { InvalidParameter, type Label } from './InvalidParameter';

/** Stands for an expression or a tag. */
const CODE = '\0';

/** A backslash makes text of what follows it. */
const TOKEN = /\\.|\0|\}\}|[{}]/gs;

/** Whether `}}` closes nothing in what the author typed. n8n's editor adds one to each `{{`, and another is soon typed. */
export function hasExtraBraces(expression: string): boolean {
	let open = 0;
	let isAfterCode = false;
	const typed = replaceBraces(expression, (_, code) => {
		const bare = withoutTexts(code);
		const [opened, closed] = ['{', '}'].map((brace) => bare.split(brace).length);
		// n8n ends an expression at the first `}}`, also within an object.
		return CODE + '{'.repeat(Math.max(0, opened - closed));
	});
	for (const [token] of typed.matchAll(TOKEN)) {
		if (token === CODE) isAfterCode = true;
		if (token === '{') open++;
		if (token === '}') open = Math.max(0, open - 1);
		if (token !== '}}') continue;
		if (open === 0 && isAfterCode) return true;
		open = Math.max(0, open - 2);
	}
	return false;
}

/** @param expression without its `=` */
export function assertNoExtraBraces(expression: string, label: Label): void {
	if (!hasExtraBraces(expression)) return;
	throw new InvalidParameter(label, 'contains }} without {{', 'Delete the extra }}');
}
