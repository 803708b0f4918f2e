import type { Resource } from './Resource';

/**
 * The text below the name of the node on the canvas: the chosen operation as a person says it, such as "Create or update contact".
 * An expression, which n8n's editor evaluates.
 */
export function subtitle(resources: Resource[]): string {
	const actions = resources.map(({ resource, operations }) => [
		resource,
		Object.fromEntries(operations.map(({ value, action }) => [value, action])),
	]);
	// Two closing braces in a row would end the expression.
	const table = JSON.stringify(Object.fromEntries(actions)).replaceAll('}}', '} }');
	return `={{ (${table})[$parameter["resource"]]?.[$parameter["operation"]] ?? $parameter["operation"] }}`;
}
