import { createHash } from 'node:crypto';

const MIN_LENGTH = 1_000;

/** Keeps equal long texts once: n8n's evaluation makes a copy for each item. */
export class SharedTexts {
	private last = '';

	/** A map by the texts would compare all of one length. */
	private readonly byHash = new Map<string, string>();

	share(value: unknown): unknown {
		if (typeof value !== 'string' || value.length < MIN_LENGTH) return value;
		if (value === this.last) return this.last;
		const hash = createHash('sha256').update(value).digest('base64');
		const known = this.byHash.get(hash);
		// Texts that are no valid Unicode may share a hash.
		this.last = known === value ? known : value;
		this.byHash.set(hash, this.last);
		return this.last;
	}
}
