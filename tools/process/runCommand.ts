import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { startChild } from './childProcesses';

/** Where and how a program runs. */
export interface Run {
	cwd: string;
	env: NodeJS.ProcessEnv;
	logFile: string;
	/** Gets what the program prints. */
	onLine?: (line: string) => void;
}

/**
 * Runs a program to its end and appends its output to a file.
 *
 * @returns `output` of this run
 */
export async function runCommand(
	command: string,
	args: string[],
	{ cwd, env, logFile, onLine = () => {} }: Run,
): Promise<{ ok: boolean; output: string }> {
	const log = createWriteStream(logFile, { flags: 'a' });
	const lines: string[] = [];
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
