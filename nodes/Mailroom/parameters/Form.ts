import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	INodeProperties,
	INodePropertyCollection,
} from 'n8n-workflow';
import {
	evaluatorOf,
	isExpression,
	partEvaluator,
	type EvaluatedItem,
	type Evaluator,
	type Rewrite,
} from './evaluator';
import { containsExpression, ExpressionInFixed } from './expressionInFixed';
import { InvalidParameter } from './InvalidParameter';
import { fieldSpelling } from './fieldSpelling';
import type { Reader } from './Reader';
import { isEmpty } from './values';

/** `parameter` is a path such as `options.sendOnceKey`. */
export class ExpressionFailure extends Error {
	constructor(
		readonly parameter: string,
		label: string,
		readonly reason: Error,
	) {
		super(`"${label}" can't be evaluated: ${reason.message}`);
	}
}

/** Common to all items of a run. */
export interface FormRun {
	/** Content of a field; an expression begins with `=`. */
	raw(name: string): unknown;
	/** IANA name. */
	timezone: string;
	/** Start of the first try, in ms since 1970, so that dates stay valid in later tries. */
	startedAt: number;
	/** For what depends on the node and its execution. */
	context: IExecuteFunctions | IExecutePaginationFunctions;
	/** Cache of parsed fields, by path. */
	evaluators: Map<string, RewrittenField>;
}

interface RewrittenField {
	rewrite?: Rewrite;
	evaluator: Evaluator;
}

export interface FormItem extends EvaluatedItem {
	run: FormRun;
	json(): IDataObject;
}

interface Place {
	/** Stands before the names of the fields, such as `options.`. */
	path: string;
	/** Stands before their labels, such as `Approval Options > `. */
	label: string;
	/** Undefined for the node's own parameters. */
	entered?: Entered;
}

type Entered = Record<string, unknown>;

/** An operation's form, filled in for one item. */
export class Form {
	constructor(
		private readonly properties: INodeProperties[],
		readonly item: FormItem,
		private readonly place: Place = { path: '', label: '' },
	) {}

	get run(): FormRun {
		return this.item.run;
	}

	/**
	 * Throws InvalidParameter or ExpressionFailure.
	 *
	 * @param rewrite the same function for all items, as a field is parsed again for another
	 */
	read<T>(name: string, reader: Reader<T>, rewrite?: Rewrite): T {
		return this.taken(name, this.valueOf(name, rewrite), reader);
	}

	/** Like `read`, but an expression without a value is invalid. */
	readFilled<T>(name: string, reader: Reader<T>, advice = 'Check the expression'): T {
		const value = this.valueOf(name);
		if (![this.raw(name)].flat().some(isExpression)) return reader(value, this.label(name));
		const result = isEmpty(value) ? undefined : reader(value, this.label(name));
		if (result !== undefined) return result;
		const spelled = fieldSpelling(this.raw(name), this.item.json());
		throw new InvalidParameter(this.label(name), 'has no value for this item', spelled ?? advice);
	}

	private taken<T>(name: string, value: unknown, reader: Reader<T>): T {
		try {
			return reader(value, this.label(name));
		} catch (error) {
			const spelled =
				isEmpty(value) && error instanceof InvalidParameter
					? fieldSpelling(this.raw(name), this.item.json())
					: undefined;
			throw spelled
				? new InvalidParameter(this.label(name), 'is empty, but required', spelled)
				: error;
		}
	}

	/** The fields in a collection, or in the only group of a fixed collection. */
	inside(name: string): Form {
		const { type, options = [] } = this.property(name);
		const entered = (this.raw(name) ?? {}) as Entered;
		const path = `${this.pathOf(name)}.`;
		if (type !== 'fixedCollection') {
			return new Form(options as INodeProperties[], this.item, { path, label: '', entered });
		}
		const [group] = options as INodePropertyCollection[];
		return new Form(group.values, this.item, {
			path: `${path}${group.name}.`,
			label: `${this.label(name)} > `,
			entered: (entered[group.name] ?? {}) as Entered,
		});
	}

	/** Whether the field was added to its collection. */
	isAdded(name: string): boolean {
		return Object.hasOwn(this.place.entered ?? {}, name);
	}

	get isUntouched(): boolean {
		return Object.keys(this.place.entered ?? {}).length === 0;
	}

	/** Undefined if the field was not added. */
	raw(name: string): unknown {
		const { entered } = this.place;
		return (entered ? entered[name] : this.run.raw(name)) ?? undefined;
	}

	label(name: string): string {
		return `${this.place.label}${this.property(name).displayName}`;
	}

	/** Takes an expression of a field, with its braces. Throws ExpressionFailure. */
	evaluatePart(name: string, part: string): unknown {
		return this.evaluate(name, partEvaluator(part));
	}

	private valueOf(name: string, rewrite?: Rewrite): unknown {
		return this.evaluate(name, this.evaluatorFor(name, rewrite));
	}

	private evaluatorFor(name: string, rewrite?: Rewrite): Evaluator {
		const { evaluators } = this.run;
		const path = this.pathOf(name);
		const known = evaluators.get(path);
		if (known && known.rewrite === rewrite) return known.evaluator;
		const evaluator = this.parsed(name, rewrite);
		evaluators.set(path, { evaluator, rewrite });
		return evaluator;
	}

	private parsed(name: string, rewrite?: Rewrite): Evaluator {
		try {
			return evaluatorOf(this.raw(name), this.label(name), rewrite);
		} catch (error) {
			throw error instanceof ExpressionInFixed
				? new ExpressionInFixed(error.label, error.otherWay, this.alikeBeside(error.label))
				: error;
		}
	}

	/** Names all fields for which this is so, as an error for each would take a run for each. */
	expressionInFixed(name: string, otherWay?: string): InvalidParameter {
		const label = this.label(name);
		return new ExpressionInFixed(label, otherWay, this.alikeBeside(label));
	}

	private alikeBeside(label: string): string[] {
		return [...new Set(this.fixedExpressions())].filter((other) => other !== label);
	}

	/** Labels of fields, also in collections. */
	private fixedExpressions(): string[] {
		return this.properties.flatMap(({ name, type }) => {
			if (type === 'collection') return this.inside(name).fixedExpressions();
			const raw = this.raw(name);
			const isFixed = typeof raw === 'string' && !isExpression(raw);
			return isFixed && containsExpression(raw) ? [this.label(name)] : [];
		});
	}

	private evaluate(name: string, evaluator: Evaluator): unknown {
		try {
			return evaluator(this.item) ?? undefined;
		} catch (error) {
			throw error instanceof Error && !(error instanceof InvalidParameter)
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
		return `${this.place.path}${name}`;
	}
}
