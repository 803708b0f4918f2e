const { readdir, readFile } = require('node:fs/promises');
const { join } = require('node:path');

/**
 * @param {string} folder
 * @param {string} text
 * @returns {Promise<string[]>} the files below the folder that hold the text
 */
async function filesWith(folder, text) {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile());
	const paths = files.map((entry) => join(entry.parentPath, entry.name));
	const contents = await Promise.all(paths.map((path) => readFile(path)));
	return paths.filter((_, index) => contents[index].includes(text));
}

module.exports = { filesWith };
