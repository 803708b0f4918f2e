import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { startChild, stopChild } from '../process/childProcesses';
import { waitUntil } from '../process/waitUntil';

const START_LIMIT_MS = 60_000;
/** The messages of Redis and PostgreSQL differ only in a capital letter. */
const READY = /ready to accept connections/i;

export type RunningServer = { port: number; password: string; stop: () => Promise<void> };

/**
 * Starts Redis or PostgreSQL and waits until it is ready.
 *
 * @returns a function that stops it
 */
export async function startServer(
	command: string[],
	{ cwd, logFile }: { cwd: string; logFile: string },
): Promise<() => Promise<void>> {
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
