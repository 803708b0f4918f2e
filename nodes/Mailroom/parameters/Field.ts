import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { optionalBoolean } from './choice';
import { ExpressionFailure } from './ExpressionFailure';
import { placeOfFixedExpression } from './fixedExpression';
import { InvalidParameter } from './InvalidParameter';
import type { Entered, ItemParameters } from './ItemParameters';

/** The values that other fields must have for a field to be shown. */
export type Show = NonNullable<IDisplayOptions['show']>;

/** A field of the form: how n8n shows it and how its value is read. */
export interface Field<T = unknown, Name extends string = string> {
	readonly property: NamedProperty<Name>;

	/** The property of a field outside of a collection. Its own conditions hold, too. */
	shownFor(show: Show): INodeProperties;

	/** The checked value for one item. Throws InvalidParameter or ExpressionFailure. */
	read(parameters: ItemParameters): T;
}

/** A property whose name the compiler knows. */
export type NamedProperty<Name extends string> = INodeProperties & { name: Name };

/** The values of the fields of a collection, by their names. */
export type ValuesOf<Member extends Field> = {
	[One in Member as One['property']['name']]: ReturnType<One['read']>;
};

/** Checks what n8n has evaluated; `label` is what the form and every message call the field. */
type Reader<T, Value = unknown> = (value: Value, label: string, parameters: ItemParameters) => T;

/** Turns an entered expression into the one that n8n evaluates, both without the leading `=`. */
type Rewrite = (expression: string, label: string) => string;

/** A field, from its property and its reader. */
export function field<T, Name extends string>(
	property: NamedProperty<Name>,
	read: Reader<T>,
	rewrite?: Rewrite,
): Field<T, Name> {
	const { name, displayName: label } = property;

	const rewritten = (raw: unknown): string | undefined => {
		// The members of a collection are fields of their own.
		if (property.type !== 'collection') refuseFixedExpression(raw, label);
		const expression = expressionIn(raw);
		if (!rewrite || expression === undefined) return undefined;
		const text = rewrite(expression, label);
		return text === expression ? undefined : text;
	};

	const result: Field<T, Name> = {
		property,
		shownFor: (show) => ({
			...property,
			displayOptions: {
				...property.displayOptions,
				show: { ...show, ...property.displayOptions?.show },
			},
		}),
		read: (parameters) => {
			const entered = parameters.entered.get(result) ?? triedOnce(rewritten, parameters.raw(name));
			parameters.entered.set(result, entered);
			if ('error' in entered) throw entered.error;
			return read(evaluated(property, parameters, entered.rewritten), label, parameters);
		},
	};
	return result;
}

/** A property whose type and default the kind of its field tells. */
type Described<Name extends string> = Omit<INodeProperties, 'name' | 'type' | 'default'> & {
	name: Name;
};

/** A line of text, or several with `rows`, which is empty at first. */
export function textField<T, Name extends string>(
	property: Described<Name>,
	...readers: [read: Reader<T>, rewrite?: Rewrite]
): Field<T, Name> {
	return field({ ...property, type: 'string', default: '' }, ...readers);
}

/** A switch, undefined when it was not added to the form. */
export function switchField<Name extends string>(
	property: Described<Name>,
	isOn: boolean,
): Field<boolean | undefined, Name> {
	return field({ ...property, type: 'boolean', default: isOn }, optionalBoolean);
}

/** The same field, which the form shows only while others have these values. */
export function onlyWith<T, Name extends string>(
	one: Field<T, Name>,
	others: Show,
): Field<T, Name> {
	return { ...one, shownFor: (show) => one.shownFor({ ...show, ...others }) };
}

/** A text between the fields. */
export function notice(
	name: string,
	html: string,
	displayOptions?: IDisplayOptions,
): Field<undefined> {
	const property = { displayName: html, name, type: 'notice', default: '' } as const;
	return field({ ...property, ...(displayOptions && { displayOptions }) }, () => undefined);
}

/** Fields that the user adds to the form one by one. n8n wants them in alphabetical order. */
export function collectionField<Member extends Field, Name extends string>(
	property: Pick<NamedProperty<Name>, 'displayName' | 'name' | 'placeholder'>,
	members: Member[],
): Field<ValuesOf<Member>, Name> {
	const options = members
		.map((member) => member.property)
		// Not `localeCompare`: its first call takes longer than loading twenty files.
		.sort((one, other) => (one.displayName < other.displayName ? -1 : 1));

	return field(
		{ ...property, type: 'collection', default: {}, options },
		(value, _, parameters) => {
			const inside = insideOf(property.name, value, parameters);
			const entries = members.map((member) => [member.property.name, member.read(inside)]);
			return Object.fromEntries(entries) as ValuesOf<Member>;
		},
	);
}

/**
 * Values that the user adds to the form together, in the form of n8n's own nodes that send and wait.
 *
 * @param read gets undefined where the user has added none
 */
export function valuesField<T, Name extends string>(
	property: Omit<NamedProperty<Name>, 'type'>,
	values: INodeProperties[],
	read: Reader<T, ValueNamed | undefined>,
): Field<T, Name> {
	const options = [{ displayName: 'Values', name: 'values', values }];
	return field({ ...property, type: 'fixedCollection', options }, (value, label, parameters) => {
		const added = membersIn(membersIn(value).values);
		const isAny = Object.keys(added).length > 0;
		const valueNamed = (name: string) => valueIn(added, name, values, label);
		return read(isAny ? valueNamed : undefined, label, parameters);
	});
}

/** One of the values; its preset where it was not touched. Throws InvalidParameter where an expression has come out empty. */
type ValueNamed = (name: string) => unknown;

function valueIn(
	added: Record<string, unknown>,
	name: string,
	values: INodeProperties[],
	label: string,
): unknown {
	const property = values.find((one) => one.name === name);
	if (!(name in added)) return property?.default;
	const value = added[name];
	if (value !== undefined && value !== null) return value;
	throw new InvalidParameter(
		label,
		`has no ${property?.displayName} for this item. Check its expression`,
	);
}

/** The members of a collection as parameters of their own. One that was not added has no value. */
function insideOf(collection: string, value: unknown, parameters: ItemParameters): ItemParameters {
	const values = membersIn(value);
	return {
		...parameters,
		value: (name) => values[name],
		raw: (name) => membersIn(parameters.raw(collection))[name],
	};
}

function membersIn(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Tells whether a field is set to Expression, whatever that evaluates to. */
export function isExpression(raw: unknown): boolean {
	return expressionIn(raw) !== undefined;
}

/** Once for all items of a run: the texts may be long, and the items many. */
function triedOnce(rewritten: (raw: unknown) => string | undefined, raw: unknown): Entered {
	try {
		return { rewritten: rewritten(raw) };
	} catch (error) {
		return { error };
	}
}

function refuseFixedExpression(raw: unknown, label: string): void {
	const place = placeOfFixedExpression(raw, label);
	if (place === undefined) return;
	throw new InvalidParameter(
		place,
		'contains an n8n expression but is set to Fixed; switch the field to Expression',
	);
}

function expressionIn(raw: unknown): string | undefined {
	return typeof raw === 'string' && raw.startsWith('=') ? raw.slice(1) : undefined;
}

/** @param expression in place of the one that stands in the field */
function evaluated(
	property: INodeProperties,
	parameters: ItemParameters,
	expression: string | undefined,
): unknown {
	try {
		return expression === undefined
			? parameters.value(property.name)
			: parameters.evaluate(expression);
	} catch (error) {
		throw error instanceof Error ? new ExpressionFailure(property, error) : error;
	}
}
