const MIN_LENGTH = 1_000;

/** Keeps a text once that consecutive items have in common, because n8n's evaluation copies it for each of them. */
export class SharedTexts {
	private readonly lastOf = new Map<string, string>();

	/** @param expression gives the value */
	share(expression: string, value: unknown): unknown {
		if (typeof value !== 'string' || value.length < MIN_LENGTH) return value;
		const last = this.lastOf.get(expression);
		if (last === value) return last;
		this.lastOf.set(expression, value);
		return value;
	}
}
