const { readdir, readFile } = require('node:fs/promises');
const { join, relative } = require('node:path');

const LINES = 15;

/**
 * The ends of all logs below a folder, for an error: the folder is gone by the time that somebody reads it.
 *
 * @param {string} folder
 */
async function logTails(folder) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.log'));
	const tails = files.map(async ({ parentPath, name }) => {
		const file = join(parentPath, name);
		const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
		return `--- ${relative(folder, file)}\n${lines.slice(-LINES).join('\n')}`;
	});
	return (await Promise.all(tails)).join('\n');
}

module.exports = { logTails };
