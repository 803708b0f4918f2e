/** @typedef {import('ajv').AnySchemaObject} Schema */

/**
 * Each schema that differs from the given one by allowing a little less: a type of a value, or a value at all.
 *
 * @param {Schema} schema
 * @returns {Array<{ without: string, schema: Schema | false }>}
 */
function narrowerSchemas(schema) {
	const children = childrenOf(schema);
	const within = children.flatMap(({ path, child, replace }) =>
		narrowerSchemas(child).map((narrower) => ({
			without: `${path}${narrower.without}`,
			schema: replace(narrower.schema),
		})),
	);
	if (!Array.isArray(schema.type)) {
		return children.length > 0 ? within : [{ without: `: ${schema.type}`, schema: false }];
	}
	const types = schema.type.map((type) => ({
		without: `: ${type}`,
		schema: {
			...schema,
			type: schema.type.filter((/** @type {string} */ other) => other !== type),
		},
	}));
	return [...types, ...within];
}

/**
 * @param {Schema} schema
 * @returns {Array<{ path: string, child: Schema, replace: (child: Schema | false) => Schema }>}
 */
function childrenOf(schema) {
	const { properties = {}, items, additionalProperties } = schema;
	const named = Object.keys(properties).map((name) => ({
		path: `.${name}`,
		child: properties[name],
		replace: (/** @type {Schema | false} */ child) => ({
			...schema,
			properties: { ...properties, [name]: child },
		}),
	}));
	const all = Object.entries({ items, additionalProperties })
		.filter(([, child]) => typeof child === 'object')
		.map(([keyword, child]) => ({
			path: `.${keyword}`,
			child,
			replace: (/** @type {Schema | false} */ narrower) => ({ ...schema, [keyword]: narrower }),
		}));
	return [...named, ...all];
}

module.exports = { narrowerSchemas };
