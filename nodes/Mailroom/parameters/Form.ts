import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import {
	evaluatorOf,
	isExpression,
	type EvaluatedItem,
	type Evaluator,
	type Rewrite,
} from './evaluator';
import { placeOfFixedExpression } from './fixedExpression';
import { InvalidParameter } from './InvalidParameter';
import { isEmpty } from './text';

/** Checks an evaluated value. `label` is the name of the field in the form. Throws InvalidParameter. */
export type Reader<T> = (value: unknown, label: string) => T;

/** An expression that n8n cannot evaluate. `parameter` is its path for n8n, e.g. `options.sendOnceKey`. */
export class ExpressionFailure extends Error {
	constructor(
		readonly parameter: string,
		label: string,
		readonly reason: Error,
	) {
		super(`"${label}" cannot be evaluated: ${reason.message}`);
	}
}

/** One input item, and the run it belongs to. */
export interface FormItem extends EvaluatedItem {
	/** A field as entered; an expression begins with `=`. */
	raw(name: string): unknown;
	/** The columns of the input item. */
	json(): IDataObject;
	/** IANA name of the workflow's timezone. */
	timezone: string;
	/** Start of the first try in ms since 1970. A date that was valid then is valid in a later try. */
	startedAt: number;
	/** The fields by path, shared by all items of a run. */
	prepared: Map<string, Prepared>;
	itemCount: number;
	/** The signed link that resumes a waiting execution; undefined if n8n cannot wait. */
	resumeUrl: ((query: Record<string, string>) => string) | undefined;
}

/** A field before it is evaluated, or why no item can use it. */
export type Prepared = { evaluator: Evaluator } | { error: unknown };

interface Collection {
	path: string;
	/** Begins the names of its fields in messages. */
	label: string;
	entered: Record<string, unknown>;
	/** Set if the whole collection is one expression. Its fields are values then. */
	isEvaluated: boolean;
	/** In a fixed collection, n8n leaves out fields that have their default. */
	isFixed: boolean;
}

/** The form of an operation, filled in for one item. */
export class Form {
	constructor(
		private readonly properties: INodeProperties[],
		readonly item: FormItem,
		private readonly collection?: Collection,
	) {}

	/** The checked value of a field. Throws InvalidParameter or ExpressionFailure. */
	read<T>(name: string, reader: Reader<T>, rewrite?: Rewrite): T {
		return reader(this.valueOf(name, rewrite), this.label(name));
	}

	/**
	 * The same, but an expression without a value is invalid.
	 *
	 * @param harm of an empty value, continuing the sentence
	 */
	readFilled<T>(name: string, reader: Reader<T>, harm = '', advice = 'Check the expression'): T {
		const value = this.valueOf(name);
		if (!isEmpty(value) || !isExpression(this.raw(name))) return reader(value, this.label(name));
		throw new InvalidParameter(this.label(name), `has no value for this item${harm}`, advice);
	}

	/** The fields of a collection, or of the one group of a fixed collection. */
	inside(name: string): Form {
		const { type, options = [] } = this.property(name);
		const raw = this.raw(name);
		const isEvaluated = raw === undefined || isExpression(raw);
		const entered = membersOf(isEvaluated ? this.valueOf(name) : raw);
		const path = `${this.path}${name}.`;
		if (type !== 'fixedCollection') {
			const collection = { path, label: '', entered, isEvaluated, isFixed: false };
			return new Form(options as INodeProperties[], this.item, collection);
		}
		const [group] = options as INodePropertyCollection[];
		return new Form(group.values, this.item, {
			path: `${path}${group.name}.`,
			label: `${this.label(name)} > `,
			entered: membersOf(entered[group.name]),
			isEvaluated,
			isFixed: true,
		});
	}

	/** True if the user has added nothing to this collection. */
	get isUntouched(): boolean {
		return Object.keys(this.collection?.entered ?? {}).length === 0;
	}

	/** A field as entered; undefined if it was not added, or its collection is one expression. */
	raw(name: string): unknown {
		if (!this.collection) return this.item.raw(name) ?? undefined;
		return this.collection.isEvaluated ? undefined : this.collection.entered[name];
	}

	/** The name of a field, as the form shows it. */
	label(name: string): string {
		return `${this.collection?.label ?? ''}${this.property(name).displayName}`;
	}

	/** The value of an expression that is part of a field. It begins with `=`. Throws ExpressionFailure. */
	evaluatePart(name: string, expression: string): unknown {
		return this.evaluate(name, evaluatorOf(expression));
	}

	private valueOf(name: string, rewrite?: Rewrite): unknown {
		const property = this.property(name);
		if (this.collection && !(name in this.collection.entered)) {
			return this.collection.isFixed ? property.default : undefined;
		}
		if (this.collection?.isEvaluated) return this.collection.entered[name];
		const path = `${this.path}${name}`;
		const prepared = this.item.prepared.get(path) ?? this.prepare(name, rewrite);
		this.item.prepared.set(path, prepared);
		if ('error' in prepared) throw prepared.error;
		return this.evaluate(name, prepared.evaluator);
	}

	private prepare(name: string, rewrite?: Rewrite): Prepared {
		const raw = this.raw(name);
		const place = placeOfFixedExpression(raw, this.label(name));
		if (place === undefined) return { evaluator: evaluatorOf(raw, rewrite) };
		const problem = 'contains an n8n expression but is set to Fixed';
		return { error: new InvalidParameter(place, problem, 'Switch the field to Expression') };
	}

	private evaluate(name: string, evaluator: Evaluator): unknown {
		try {
			return evaluator(this.item) ?? undefined;
		} catch (error) {
			throw error instanceof Error
				? new ExpressionFailure(`${this.path}${name}`, this.label(name), error)
				: error;
		}
	}

	private property(name: string): INodeProperties {
		const property = this.properties.find((one) => one.name === name);
		if (!property) throw new Error(`The form has no field "${this.path}${name}"`);
		return property;
	}

	private get path(): string {
		return this.collection?.path ?? '';
	}
}

function membersOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}
