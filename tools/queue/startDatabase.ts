import { readFile } from 'node:fs/promises';
import { stopChild } from '../process/childProcesses';
import { startServer } from '../process/startServer';

const START_LIMIT_MS = 60_000;
/** The messages of Redis and PostgreSQL differ only in a capital letter. */
const READY = /ready to accept connections/i;

export type RunningDatabase = { port: number; password: string; stop: () => Promise<void> };

/**
 * Starts Redis or PostgreSQL and waits until it is ready.
 *
 * @returns a function that stops it
 */
export async function startDatabase(
	command: string[],
	{ cwd, logFile }: { cwd: string; logFile: string },
): Promise<() => Promise<void>> {
	const child = await startServer({
		...{ name: command.join(' '), command, cwd, logFile, limitMs: START_LIMIT_MS },
		env: { PATH: process.env.PATH, LC_ALL: 'C' },
		isReady: async () => READY.test(await readFile(logFile, 'utf8')),
	});
	return () => stopChild(child);
}
