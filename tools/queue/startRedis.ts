import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../process/freePort';
import { startDatabase, type RunningDatabase } from './startDatabase';

/** Starts a Redis that keeps nothing on disk. */
export async function startRedis({
	program,
	folder,
}: {
	program: string;
	folder: string;
}): Promise<RunningDatabase> {
	await mkdir(folder);
	const port = await freePort();
	const password = randomUUID();
	const settings = {
		bind: '127.0.0.1',
		port: String(port),
		requirepass: password,
		dir: folder,
		save: '',
		appendonly: 'no',
	};
	const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
	const stop = await startDatabase([program, ...args], {
		cwd: folder,
		logFile: join(folder, 'redis.log'),
	});
	return { port, password, stop };
}
