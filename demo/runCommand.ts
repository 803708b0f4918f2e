const { once } = require('node:events');
const { createWriteStream } = require('node:fs');
const { createInterface } = require('node:readline');
const { startChild } = require('./childProcesses');

/**
 * Runs a program to its end and keeps what it prints in a file, one run after the other.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd: string, env: NodeJS.ProcessEnv, logFile: string, onLine?: (line: string) => void }} options
 * @returns {Promise<{ ok: boolean, output: string }>} `output` is what this run printed
 */
async function runCommand(command, args, { cwd, env, logFile, onLine = () => {} }) {
	const log = createWriteStream(logFile, { flags: 'a' });
	/** @type {string[]} */
	const lines = [];
	const child = startChild([command, ...args], { cwd, env, output: 'pipe' });
	for (const stream of [child.stdout, child.stderr]) {
		if (!stream) continue;
		createInterface({ input: stream }).on('line', (line) => {
			lines.push(line);
			log.write(`${line}\n`);
			onLine(line);
		});
	}
	try {
		const [exitCode] = await once(child, 'close');
		return { ok: exitCode === 0, output: lines.join('\n') };
	} finally {
		log.end();
	}
}

module.exports = { runCommand };
