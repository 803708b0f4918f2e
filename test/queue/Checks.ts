/** Claims that are tried one after the other; one that fails does not keep the next from being tried. */
class Checks {
	/** @param {(line: string) => void} say */
	constructor(say) {
		this.say = say;
		this.passed = 0;
		this.failed = 0;
	}

	/**
	 * @param {string} claim
	 * @param {() => void | Promise<void>} prove throws when the claim is not true
	 */
	async check(claim, prove) {
		try {
			await prove();
			this.passed += 1;
			this.say(`  ok      ${claim}`);
		} catch (error) {
			this.failed += 1;
			const reason = error instanceof Error ? error.message : String(error);
			this.say(`  FAILED  ${claim}\n${reason.replace(/^/gm, '          ')}`);
		}
	}

	get summary() {
		return `${this.passed} passed, ${this.failed} failed`;
	}
}

module.exports = { Checks };
