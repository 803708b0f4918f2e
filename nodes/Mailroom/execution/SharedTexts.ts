import { createHash } from 'node:crypto';

const MIN_LENGTH = 1_000;

/** Keeps equal long texts once, because n8n's evaluation copies them for each item. */
export class SharedTexts {
	private last = '';
	/** A map keyed by text would compare all long texts of one length. */
	private readonly byHash = new Map<string, string>();

	share(value: unknown): unknown {
		if (typeof value !== 'string' || value.length < MIN_LENGTH) return value;
		if (value === this.last) return this.last;
		const hash = createHash('sha256').update(value).digest('base64');
		const known = this.byHash.get(hash);
		// Texts with invalid Unicode can share a hash.
		this.last = known === value ? known : value;
		this.byHash.set(hash, this.last);
		return this.last;
	}
}
