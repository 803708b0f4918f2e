import type { INodeProperties } from 'n8n-workflow';

/** An expression that n8n cannot evaluate, and the field in which it stands. */
export class ExpressionFailure extends Error {
	/** Name of the parameter, as n8n knows it. */
	readonly parameter: string;

	constructor(
		{ name, displayName }: INodeProperties,
		readonly reason: Error,
	) {
		super(`"${displayName}" cannot be evaluated: ${reason.message}`);
		this.parameter = name;
	}
}
