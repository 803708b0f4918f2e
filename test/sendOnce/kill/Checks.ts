/** Claims that are tried one after the other; one that fails does not keep the next from being tried. */
export class Checks {
	private passed = 0;

	failed = 0;

	constructor(private readonly say: (line: string) => void) {}

	/** @param prove throws when the claim is not true */
	async check(claim: string, prove: () => void | Promise<void>) {
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
