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

/** Checks a value; `label` is the field's name in the form. Throws InvalidParameter. */
export type Reader<T> = (value: unknown, label: string) => T;

/** `parameter` is n8n's path, e.g. `options.sendOnceKey`. */
export class ExpressionFailure extends Error {
	constructor(
		readonly parameter: string,
		label: string,
		readonly reason: Error,
	) {
		super(`"${label}" cannot be evaluated: ${reason.message}`);
	}
}

export interface FormItem extends EvaluatedItem {
	/** Content of a field; an expression begins with `=`. */
	raw(name: string): unknown;
	json(): IDataObject;
	/** IANA name of the workflow's timezone. */
	timezone: string;
	/** Start of the first try, in ms since 1970, so that dates stay valid in later tries. */
	startedAt: number;
	/** By path, shared by all items of a run. */
	evaluators: Map<string, Evaluator>;
	itemCount: number;
	/** Undefined if n8n cannot wait. */
	resumeUrl: ((query: Record<string, string>) => string) | undefined;
}

interface Collection {
	path: string;
	/** Begins the labels of its fields. */
	label: string;
	entered: Record<string, unknown>;
	/** The whole collection is one expression, and its fields are values. */
	isEvaluated: boolean;
}

/** An operation's form, filled in for one item. */
export class Form {
	constructor(
		private readonly properties: INodeProperties[],
		readonly item: FormItem,
		private readonly collection?: Collection,
	) {}

	/** Throws InvalidParameter or ExpressionFailure. */
	read<T>(name: string, reader: Reader<T>, rewrite?: Rewrite): T {
		return reader(this.valueOf(name, rewrite), this.label(name));
	}

	/** The same, but an expression without a value is invalid. `harm` continues the sentence. */
	readFilled<T>(name: string, reader: Reader<T>, harm = '', advice = 'Check the expression'): T {
		const value = this.valueOf(name);
		if (!isEmpty(value) || !isExpression(this.raw(name))) return reader(value, this.label(name));
		throw new InvalidParameter(this.label(name), `has no value for this item${harm}`, advice);
	}

	/** A collection, or the one group of a fixed collection. */
	inside(name: string): Form {
		const { type, options = [] } = this.property(name);
		const raw = this.raw(name);
		const isEvaluated = raw === undefined || isExpression(raw);
		const entered = membersOf(isEvaluated ? this.valueOf(name) : raw);
		const path = `${this.pathOf(name)}.`;
		if (type !== 'fixedCollection') {
			const collection = { path, label: '', entered, isEvaluated };
			return new Form(options as INodeProperties[], this.item, collection);
		}
		const [group] = options as INodePropertyCollection[];
		return new Form(group.values, this.item, {
			path: `${path}${group.name}.`,
			label: `${this.label(name)} > `,
			entered: membersOf(entered[group.name]),
			isEvaluated,
		});
	}

	/** True if nothing was added to this collection. */
	get isUntouched(): boolean {
		return Object.keys(this.collection?.entered ?? {}).length === 0;
	}

	/** Undefined if it was not added, or its collection is one expression. */
	raw(name: string): unknown {
		if (!this.collection) return this.item.raw(name) ?? undefined;
		return this.collection.isEvaluated ? undefined : this.collection.entered[name];
	}

	label(name: string): string {
		return `${this.collection?.label ?? ''}${this.property(name).displayName}`;
	}

	/** Evaluates a part of a field, with its `=`. Throws ExpressionFailure. */
	evaluatePart(name: string, expression: string): unknown {
		return this.evaluate(name, evaluatorOf(expression));
	}

	private valueOf(name: string, rewrite?: Rewrite): unknown {
		if (this.collection?.isEvaluated) return this.collection.entered[name];
		const path = this.pathOf(name);
		const evaluator = this.item.evaluators.get(path) ?? this.evaluatorOf(name, rewrite);
		this.item.evaluators.set(path, evaluator);
		return this.evaluate(name, evaluator);
	}

	private evaluatorOf(name: string, rewrite?: Rewrite): Evaluator {
		const raw = this.raw(name);
		const place = placeOfFixedExpression(raw, this.label(name));
		if (place === undefined) return evaluatorOf(raw, rewrite);
		const problem = 'contains an n8n expression but is set to Fixed';
		throw new InvalidParameter(place, problem, 'Switch the field to Expression');
	}

	private evaluate(name: string, evaluator: Evaluator): unknown {
		try {
			return evaluator(this.item) ?? undefined;
		} catch (error) {
			throw error instanceof Error
				? new ExpressionFailure(this.pathOf(name), this.label(name), error)
				: error;
		}
	}

	private property(name: string): INodeProperties {
		const property = this.properties.find((one) => one.name === name);
		if (!property) throw new Error(`The form has no field "${this.pathOf(name)}"`);
		return property;
	}

	private pathOf(name: string): string {
		return `${this.collection?.path ?? ''}${name}`;
	}
}

function membersOf(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}
