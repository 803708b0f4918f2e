const AT_ONCE = 40;

/**
 * Runs that take seconds, begun together as soon as a test asks for one of them, each of them once. A test that is run alone
 * waits for its own group and for no other.
 */
export class SideBySide<Outcome> {
	private readonly planned = new Map<string, () => Promise<Outcome>>();

	private outcomes: Map<string, Promise<Outcome>> | undefined;

	/** @param atOnce fewer where many would keep the process so busy that it reads answers late */
	constructor(private readonly atOnce = AT_ONCE) {
		// Nothing may be closed under a run that no test has waited for.
		afterAll(async () => await Promise.allSettled([...(this.outcomes?.values() ?? [])]));
	}

	plan(name: string, run: () => Promise<Outcome>): void {
		if (this.planned.has(name)) throw new Error(`"${name}" is planned already`);
		this.planned.set(name, run);
	}

	/** What came of a run; rejects when it could not be run. */
	async outcomeOf(name: string): Promise<Outcome> {
		this.outcomes ??= this.begin();
		const outcome = this.outcomes.get(name);
		if (!outcome) throw new Error(`"${name}" was not planned`);
		return await outcome;
	}

	private begin(): Map<string, Promise<Outcome>> {
		const lanes = Array.from({ length: this.atOnce }, () => Promise.resolve());
		const runs = [...this.planned].map(([name, run], index) => {
			const lane = index % this.atOnce;
			const outcome = lanes[lane].then(run);
			lanes[lane] = outcome.then(
				() => {},
				// The test that asks for it fails.
				() => {},
			);
			return [name, outcome] as const;
		});
		return new Map(runs);
	}
}
