import { Refusal } from '../Refusal';
import type { Store } from '../store/Store';

/**
 * Refuses custom properties that the dashboard does not define, or defines with another type.
 * @param field what the message calls the field
 * @param properties null is of every type
 */
export function checkCustomProperties(
	store: Store,
	field: string,
	properties: Record<string, string | number | null> = {},
) {
	for (const [name, value] of Object.entries(properties)) {
		const type = store.propertyDefinitions.get(name);
		if (type === undefined) {
			throw new Refusal(400, `${field}.${name} is not defined in the dashboard`);
		}
		if (value !== null && typeof value !== type) {
			throw new Refusal(400, `${field}.${name} must be a ${type}`);
		}
	}
}
