const { existsSync } = require('node:fs');
const { mkdir, readdir, rename, rm } = require('node:fs/promises');
const { basename, dirname, join } = require('node:path');

/**
 * Fills a folder that is either complete or not there: the work happens in a folder beside it, which gets the final
 * name when everything is done. What interrupted runs left behind is removed.
 *
 * @param {string} folder
 * @param {(temporary: string) => Promise<void>} fill
 * @returns {Promise<string>} the folder
 */
async function installOnce(folder, fill) {
	if (existsSync(folder)) return folder;

	await mkdir(dirname(folder), { recursive: true });
	await removeAbandoned(folder);
	const temporary = `${folder}.installing-${process.pid}`;
	try {
		await fill(temporary);
		await rename(temporary, folder);
	} catch (error) {
		await rm(temporary, { recursive: true, force: true });
		// Another process may have finished the same folder first; then its copy is the one to use.
		if (!existsSync(folder)) throw error;
	}
	return folder;
}

/** @param {string} folder */
async function removeAbandoned(folder) {
	const prefix = `${basename(folder)}.installing-`;
	for (const name of await readdir(dirname(folder))) {
		if (!name.startsWith(prefix) || isRunning(Number(name.slice(prefix.length)))) continue;
		await rm(join(dirname(folder), name), { recursive: true, force: true });
	}
}

/** @param {number} pid */
function isRunning(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		// EPERM: a process of another user.
		return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
	}
}

module.exports = { installOnce };
