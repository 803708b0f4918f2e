/** A refusal of the service: becomes `{ "success": false, "message": ... }` with this status. */
class ServiceError extends Error {
	/**
	 * @param {number} status HTTP status, 4xx
	 * @param {string} message names the field that was wrong
	 */
	constructor(status, message) {
		super(message);
		this.status = status;
	}
}

module.exports = { ServiceError };
