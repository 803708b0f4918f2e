/** The message is for the user and holds no secret. */
export class UnusableCredential extends Error {
	/** @param problem without a period at its end */
	constructor(
		readonly problem: string,
		readonly advice?: string,
	) {
		super(advice === undefined ? problem : `${problem}. ${advice}`);
	}
}
