import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Store, StoreContents } from './Store';

/** Keeps the contents of a store in a JSON file between runs. */
export class DataFile {
	private scheduled: NodeJS.Immediate | undefined;

	constructor(private readonly path: string) {}

	/**
	 * @returns empty when there is no file yet
	 * @throws Error when the file is not JSON, rather than writing over it
	 */
	read(): Partial<StoreContents> {
		if (!existsSync(this.path)) return {};
		try {
			return JSON.parse(readFileSync(this.path, 'utf8'));
		} catch (error) {
			throw new Error(`${this.path} is not a data file of the sandbox`, { cause: error });
		}
	}

	/** Schedules a write, so that the changes of one request become one write. */
	schedule(store: Store) {
		this.scheduled ??= setImmediate(() => this.write(store));
	}

	write(store: Store) {
		clearImmediate(this.scheduled);
		this.scheduled = undefined;
		// Renaming replaces the file in one step, so a killed process leaves the old or the new one.
		// Only the owner may read it, because it contains the links with which contacts change subscriptions.
		const next = `${this.path}.next`;
		writeFileSync(next, JSON.stringify(store.contents(), null, '\t'), { mode: 0o600 });
		renameSync(next, this.path);
	}
}
