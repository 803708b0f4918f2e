import { innermostIn, N8N_NAME, withoutTexts } from './braces';

/**
 * The name of the place where a field set to Fixed holds an n8n expression, which n8n would pass on as typed; undefined without one.
 *
 * @param raw content of the field: a text, a list, or what n8n keeps of a resource locator or of assignments
 */
export function placeOfFixedExpression(raw: unknown, label: string): string | undefined {
	if (typeof raw === 'string') return holdsExpression(raw) ? label : undefined;
	if (typeof raw !== 'object' || raw === null) return undefined;
	// The cached title of a chosen list was not entered by the user.
	if ('__rl' in raw && 'value' in raw) return placeOfFixedExpression(raw.value, label);
	// An assignment is known by its name.
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
