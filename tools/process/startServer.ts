import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { startChild, stopChild } from './childProcesses';
import { ToolError } from './ToolError';
import { waitUntil } from './waitUntil';

interface Server {
	/** For the error. */
	name: string;
	/** The program with its arguments. */
	command: string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
	/** File with its output. */
	logFile: string;
	isReady: () => Promise<boolean>;
	limitMs: number;
}

/**
 * Starts a program that runs until it is stopped, and waits until it is ready.
 *
 * @returns its process
 * @throws ToolError if it ends before that, or takes too long
 */
export async function startServer({ name, command, cwd, env, logFile, ...server }: Server) {
	const log = createWriteStream(logFile);
	await once(log, 'open');
	const child = startChild(command, { cwd, env, output: log });
	log.close();
	const isReady = async () => {
		if (child.exitCode !== null || child.signalCode !== null) {
			throw new Error(`it ended with ${child.exitCode ?? child.signalCode}`);
		}
		return await server.isReady();
	};
	try {
		await waitUntil(isReady, { limitMs: server.limitMs, what: 'it is ready' });
	} catch (error) {
		await stopChild(child);
		const reason = error instanceof Error ? error.message : error;
		throw new ToolError(`${name} did not start: ${reason} (its log: ${logFile})`);
	}
	return child;
}
