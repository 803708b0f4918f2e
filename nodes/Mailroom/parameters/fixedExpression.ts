import { innermostIn, N8N_NAME, withoutTexts } from './braces';

/** Label of the place where a fixed value holds an expression, which n8n would send as typed. */
export function placeOfFixedExpression(raw: unknown, label: string): string | undefined {
	if (typeof raw === 'string') return holdsExpression(raw) ? label : undefined;
	if (typeof raw !== 'object' || raw === null) return undefined;
	// The cached title of a resource locator was not entered by the user.
	if ('__rl' in raw && 'value' in raw) return placeOfFixedExpression(raw.value, label);
	const name = 'name' in raw && typeof raw.name === 'string' ? raw.name : '=';
	const ofValue = name.startsWith('=') ? label : `${label} > ${name}`;
	return Object.entries(raw)
		.map(([key, entry]) => placeOfFixedExpression(entry, key === 'value' ? ofValue : label))
		.find((place) => place !== undefined);
}

function holdsExpression(text: string): boolean {
	if (text.startsWith('=')) return false;
	return innermostIn(text).some((code) => N8N_NAME.test(withoutTexts(code)));
}
