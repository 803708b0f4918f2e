import type { AnySchemaObject as Schema } from 'ajv';

/** Each schema that differs from the given one by allowing a little less: a type of a value, or a value at all. */
export function narrowerSchemas(
	schema: Schema,
): Array<{ without: string; schema: Schema | false }> {
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
			type: schema.type.filter((other: string) => other !== type),
		},
	}));
	return [...types, ...within];
}

function childrenOf(
	schema: Schema,
): Array<{ path: string; child: Schema; replace: (child: Schema | false) => Schema }> {
	const { properties = {}, items, additionalProperties } = schema;
	const named = Object.keys(properties).map((name) => ({
		path: `.${name}`,
		child: properties[name],
		replace: (child: Schema | false) => ({
			...schema,
			properties: { ...properties, [name]: child },
		}),
	}));
	const all = Object.entries({ items, additionalProperties })
		.filter(([, child]) => typeof child === 'object')
		.map(([keyword, child]) => ({
			path: `.${keyword}`,
			child,
			replace: (narrower: Schema | false) => ({ ...schema, [keyword]: narrower }),
		}));
	return [...named, ...all];
}
