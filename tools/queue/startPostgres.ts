import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../process/ToolError';
import { freePort } from '../process/freePort';
import { runCommand } from '../process/runCommand';
import { startDatabase, type RunningDatabase } from './startDatabase';

/** How programs of this machine reach a PostgreSQL. */
export interface PostgresAccess {
	port: number;
	user: string;
	password: string;
	database: string;
}

/** The user that Debian's packages create. PostgreSQL refuses to run as root. */
const UNPRIVILEGED = 'postgres';
const USER = 'n8n';
/** The database that every new PostgreSQL has. */
const DATABASE = 'postgres';

/** Nothing outlives the test, so nothing is synced to disk or stored outside the folder. */
const SETTINGS = {
	listen_addresses: '127.0.0.1',
	unix_socket_directories: '',
	dynamic_shared_memory_type: 'mmap',
	fsync: 'off',
	synchronous_commit: 'off',
	full_page_writes: 'off',
};

/**
 * Starts a new, empty PostgreSQL.
 *
 * @param options `folder` must not exist yet, and every user must be able to reach it
 */
export async function startPostgres({
	programs,
	folder,
}: {
	programs: string;
	folder: string;
}): Promise<RunningDatabase & PostgresAccess> {
	await mkdir(folder);
	const password = randomUUID();
	const passwordFile = join(folder, 'password');
	await writeFile(passwordFile, password, { mode: 0o600 });
	const run = { cwd: folder, env: process.env, logFile: join(folder, 'initdb.log') };
	const isRoot = process.getuid?.() === 0;
	if (isRoot) await mustRun('chown', ['-R', `${UNPRIVILEGED}:`, folder], run);
	const as = isRoot
		? ['setpriv', `--reuid=${UNPRIVILEGED}`, `--regid=${UNPRIVILEGED}`, '--init-groups']
		: ['env'];

	const data = join(folder, 'data');
	const [first, ...rest] = [
		...as,
		...[join(programs, 'initdb'), `--pgdata=${data}`, `--username=${USER}`],
		...[`--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
		...['--encoding=UTF8', '--locale=C', '--no-sync'],
	];
	await mustRun(first, rest, run);

	const port = await freePort();
	const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const stop = await startDatabase(
		[...as, join(programs, 'postgres'), '-D', data, '-p', String(port), ...settings],
		{ cwd: folder, logFile: join(folder, 'postgres.log') },
	);
	return { port, password, user: USER, database: DATABASE, stop };
}

async function mustRun(
	command: string,
	args: string[],
	run: { cwd: string; env: NodeJS.ProcessEnv; logFile: string },
) {
	const { ok, output } = await runCommand(command, args, run);
	if (!ok) throw new ToolError(`${command} ${args.join(' ')} failed:\n${output}`);
}
