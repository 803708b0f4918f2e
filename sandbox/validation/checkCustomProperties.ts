const { ServiceError } = require('../ServiceError');

/**
 * Refuses custom properties that the dashboard does not define, or defines with another type.
 * @param {import('../store/Store').Store} store
 * @param {string} field what the message calls the field
 * @param {Record<string, string | number | null>} [properties] null is of every type
 */
function checkCustomProperties(store, field, properties = {}) {
	for (const [name, value] of Object.entries(properties)) {
		const type = store.propertyDefinitions.get(name);
		if (type === undefined) {
			throw new ServiceError(400, `${field}.${name} is not defined in the dashboard`);
		}
		if (value !== null && typeof value !== type) {
			throw new ServiceError(400, `${field}.${name} must be a ${type}`);
		}
	}
}

module.exports = { checkCustomProperties };
