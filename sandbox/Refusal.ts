/** A refusal of the service: becomes `{ "error": true, "reason": ... }` with this status. */
export class Refusal extends Error {
	/**
	 * @param status HTTP status, 4xx
	 * @param message names the field that was wrong
	 */
	constructor(
		readonly status: number,
		message: string,
	) {
		super(message);
	}
}
