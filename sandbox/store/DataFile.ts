const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');

/** @typedef {import('./Store').StoreContents} StoreContents */

/** Keeps the contents of a store in a JSON file between runs. */
class DataFile {
	/** @param {string} path */
	constructor(path) {
		this.path = path;
		/** @type {NodeJS.Immediate | undefined} */
		this.scheduled = undefined;
	}

	/**
	 * @returns {Partial<StoreContents>} empty when there is no file yet
	 * @throws {Error} when the file is not JSON, rather than writing over it
	 */
	read() {
		if (!existsSync(this.path)) return {};
		try {
			return JSON.parse(readFileSync(this.path, 'utf8'));
		} catch (error) {
			throw new Error(`${this.path} is not a data file of the sandbox`, { cause: error });
		}
	}

	/**
	 * Writes the store soon; the changes of one request become one write.
	 * @param {import('./Store').Store} store
	 */
	schedule(store) {
		this.scheduled ??= setImmediate(() => this.write(store));
	}

	/** @param {import('./Store').Store} store */
	write(store) {
		clearImmediate(this.scheduled);
		this.scheduled = undefined;
		// Renaming replaces the file in one step: whoever kills the process finds the old or the new one.
		// Only the owner may read it, since it holds the links with which contacts change subscriptions.
		const next = `${this.path}.next`;
		writeFileSync(next, JSON.stringify(store.contents(), null, '\t'), { mode: 0o600 });
		renameSync(next, this.path);
	}
}

module.exports = { DataFile };
