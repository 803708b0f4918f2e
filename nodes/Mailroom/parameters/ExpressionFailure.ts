/** An expression that n8n cannot evaluate, and the field that it was entered in. */
export class ExpressionFailure extends Error {
	/**
	 * @param parameter its path, as n8n knows it, e.g. `options.sendOnceKey`
	 * @param label its name, as the form shows it
	 */
	constructor(
		readonly parameter: string,
		label: string,
		readonly reason: Error,
	) {
		super(`"${label}" cannot be evaluated: ${reason.message}`);
	}
}
