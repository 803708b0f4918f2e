const { existsSync } = require('node:fs');
const { delimiter, join } = require('node:path');

/**
 * @param {string} name of a program on PATH
 * @returns {string | undefined} its file
 */
function findProgram(name) {
	return programFolders()
		.map((folder) => join(folder, name))
		.find((file) => existsSync(file));
}

function programFolders() {
	return (process.env.PATH ?? '').split(delimiter);
}

module.exports = { findProgram, programFolders };
