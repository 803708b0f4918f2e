import type { IDataObject, INodeProperties, INodePropertyCollection } from 'n8n-workflow';
import {
	evaluatorOf,
	isExpression,
	type EvaluatedItem,
	type Evaluator,
	type Rewrite,
} from './evaluator';
import { ExpressionFailure } from './ExpressionFailure';
import { placeOfFixedExpression } from './fixedExpression';
import { InvalidParameter } from './InvalidParameter';
import { isEmpty } from './text';

/** Checks what a field evaluates to. `label` is what the form and every message call the field. Throws InvalidParameter. */
export type Reader<T> = (value: unknown, label: string) => T;

/** One input item, and what n8n knows of its run. */
export interface FormItem extends EvaluatedItem {
	/** The content of a field, an expression with its leading `=`. */
	raw(name: string): unknown;
	/** The input item itself: its columns. */
	json(): IDataObject;
	/** IANA name of the workflow's timezone. */
	timezone: string;
	/** When the first try of the run began, in ms since 1970: what was valid then is valid in a later try. */
	startedAt: number;
	/** The fields by their path, once one item has read them: what was entered is the same for all items of a run. */
	prepared: Map<string, Prepared>;
	/** How many items there are in the run. */
	itemCount: number;
	/** The signed link that lets the execution go on once it waits. Undefined where n8n cannot wait. */
	resumeUrl: ((query: Record<string, string>) => string) | undefined;
}

/** A field before it is evaluated, or why no item can use it. */
export type Prepared = { evaluator: Evaluator } | { error: unknown };

/** A collection of the form, whose fields are read like those outside of it. */
interface Collection {
	path: string;
	/** Begins the names of its fields in messages. */
	label: string;
	entered: Record<string, unknown>;
	/** Set where the whole collection is one expression: its fields are values then. */
	isEvaluated: boolean;
	/** In a fixed collection, a field that was not touched has its default. */
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
	 * The same, but an expression without a value is an error.
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
		const collection = {
			path: `${this.path}${name}.`,
			label: '',
			entered,
			isEvaluated,
			isFixed: false,
		};
		if (type !== 'fixedCollection') {
			return new Form(options as INodeProperties[], this.item, collection);
		}
		const [group] = options as INodePropertyCollection[];
		return new Form(group.values, this.item, {
			...collection,
			path: `${collection.path}${group.name}.`,
			label: `${this.label(name)} > `,
			entered: membersOf(entered[group.name]),
			isFixed: true,
		});
	}

	/** Whether the user has added nothing to this collection. */
	get isUntouched(): boolean {
		return Object.keys(this.collection?.entered ?? {}).length === 0;
	}

	/** The content of a field; undefined where it was not added, or is part of a collection that is one expression. */
	raw(name: string): unknown {
		if (!this.collection) return this.item.raw(name) ?? undefined;
		return this.collection.isEvaluated ? undefined : this.collection.entered[name];
	}

	/** The name of a field, as the form shows it. */
	label(name: string): string {
		return `${this.collection?.label ?? ''}${this.property(name).displayName}`;
	}

	/** Evaluates an expression, with its leading `=`, that is a part of a field. Throws ExpressionFailure. */
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

	/** Once for all items of a run: the texts may be long, and the items many. */
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
