import type { IExecuteFunctions, IExecutePaginationFunctions } from 'n8n-workflow';
import { connect } from './connect';
import type { Execution } from './Execution';
import type { RequestOptionsParameter } from './requestOptions';
import { runMemory } from './runMemory';

/** A call of the node by n8n, and where the two ways of calling it differ. */
export interface NodeCall {
	context: IExecuteFunctions | IExecutePaginationFunctions;
	itemIndexes: number[];
	/** n8n's own object that stays the same between the tries of one run. */
	run: object;
	/** The evaluated value of a parameter; null when it is not set. */
	value(name: string, itemIndex: number): unknown;
	/** A parameter as it was entered. */
	raw(name: string): unknown;
	addHint(message: string): void;
}

/** The run of the node that a call asks for. */
export function executionOf(call: NodeCall): Execution {
	const { context, itemIndexes, raw, addHint } = call;
	const timezone = context.getTimezone();
	return {
		itemIndexes,
		parameters: (itemIndex) => ({
			value: (name) => call.value(name, itemIndex) ?? undefined,
			raw,
			evaluate: (expression) => context.evaluateExpression(expression, itemIndex),
			timezone,
		}),
		continueOnFail: context.continueOnFail(),
		node: context.getNode(),
		memory: runMemory(call.run),
		signal: context.getExecutionCancelSignal(),
		addHint,
		connect: async (lane) => {
			const options = call.value('requestOptions', itemIndexes[0]) ?? {};
			return await connect(context, lane, options as RequestOptionsParameter);
		},
	};
}
