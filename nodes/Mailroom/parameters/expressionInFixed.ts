import { innermostIn, N8N_NAME, withoutTexts } from './braces';
import { InvalidParameter } from './InvalidParameter';
import { joinSentences } from './wording';

/** Throws InvalidParameter if a field that is set to Fixed contains an n8n expression, which n8n would send as typed. */
export function assertNoExpression(fixed: string, label: string): void {
	if (containsExpression(fixed)) throw expressionInFixed(label);
}

export function containsExpression(fixed: string): boolean {
	return innermostIn(fixed).some((code) => N8N_NAME.test(withoutTexts(code)));
}

export function expressionInFixed(label: string, otherWay?: string): InvalidParameter {
	const problem = 'contains an n8n expression but is set to Fixed';
	const advice = joinSentences('Switch the field to Expression', otherWay);
	return new InvalidParameter(label, problem, advice);
}
