const { once } = require('node:events');
const { createWriteStream } = require('node:fs');
const { readFile } = require('node:fs/promises');
const { startChild, stopChild } = require('../../demo/childProcesses');
const { waitUntil } = require('../../demo/waitUntil');

const START_LIMIT_MS = 60_000;
/** Redis and PostgreSQL say the same, but for a capital letter. */
const READY = /ready to accept connections/i;

/** @typedef {{ port: number, password: string, stop: () => Promise<void> }} RunningServer */

/**
 * Starts Redis or PostgreSQL and waits until it says that it is ready.
 *
 * @param {string[]} command
 * @param {{ cwd: string, logFile: string }} options
 * @returns {Promise<() => Promise<void>>} ends it
 */
async function startServer(command, { cwd, logFile }) {
	const log = createWriteStream(logFile);
	await once(log, 'open');
	const env = { PATH: process.env.PATH, LC_ALL: 'C' };
	const child = startChild(command, { cwd, env, output: log });
	log.close();
	const isReady = async () => {
		if (child.exitCode !== null || child.signalCode !== null) {
			throw new Error(`${command.join(' ')} has ended`);
		}
		return READY.test(await readFile(logFile, 'utf8'));
	};
	const stop = () => stopChild(child);
	try {
		await waitUntil(isReady, { limitMs: START_LIMIT_MS, what: `${command[0]} is ready` });
	} catch (error) {
		await stop();
		throw error;
	}
	return stop;
}

module.exports = { startServer };
