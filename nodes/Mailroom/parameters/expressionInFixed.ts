import { innermostIn, N8N_NAME, withoutTexts } from './braces';
import { InvalidParameter } from './InvalidParameter';
import { joinSentences } from '../wording';

/** Throws InvalidParameter if a field that is set to Fixed contains an n8n expression, which n8n would send as typed. */
export function assertNoExpression(fixed: string, label: string): void {
	if (containsExpression(fixed)) throw new ExpressionInFixed(label);
}

export function containsExpression(fixed: string): boolean {
	return innermostIn(fixed).some((code) => N8N_NAME.test(withoutTexts(code)));
}

/** `Form` adds the other fields for which this is so. */
export class ExpressionInFixed extends InvalidParameter {
	constructor(
		readonly label: string,
		readonly otherWay?: string,
		others: string[] = [],
	) {
		const named = others.map((other) => `"${other}"`).join(', ');
		const alike = named === '' ? undefined : `The same in ${named}`;
		const switched = `Switch ${alike ? 'each field' : 'the field'} to Expression`;
		super(
			label,
			joinSentences('contains an n8n expression but is set to Fixed', alike),
			joinSentences(switched, otherWay),
		);
	}
}
