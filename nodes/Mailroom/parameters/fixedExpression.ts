import { innermostIn, N8N_NAME, withoutTexts } from './braces';

/**
 * Where an expression of n8n stands in what was entered as Fixed, which n8n would hand over as it is.
 *
 * @param raw what was entered, with all that is inside it: a text, a list, what a resource locator or assignments hold
 * @param label what a message calls the field
 * @returns what a message calls the place, or undefined when there is no such expression
 */
export function placeOfFixedExpression(raw: unknown, label: string): string | undefined {
	if (typeof raw === 'string') return holdsExpression(raw) ? label : undefined;
	if (typeof raw !== 'object' || raw === null) return undefined;
	// The title of a list that was chosen, which is beside its value, is not what the user entered.
	if ('__rl' in raw && 'value' in raw) return placeOfFixedExpression(raw.value, label);
	// The value of an assignment is known by the name that is assigned to.
	const name = 'name' in raw && typeof raw.name === 'string' ? raw.name : '=';
	const ofValue = name.startsWith('=') ? label : `${label} > ${name}`;
	return Object.entries(raw)
		.map(([key, entry]) => placeOfFixedExpression(entry, key === 'value' ? ofValue : label))
		.find((place) => place !== undefined);
}

function holdsExpression(text: string): boolean {
	// With a leading "=" it is set to Expression.
	if (text.startsWith('=')) return false;
	return innermostIn(text).some((code) => N8N_NAME.test(withoutTexts(code)));
}
