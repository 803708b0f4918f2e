import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '../process/ToolError';
import { findProgram, programFolders } from '../process/findProgram';
import { installPackages } from '../process/installPackages';

/** Debian installs each version of PostgreSQL in its own folder, with only the clients on PATH. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

interface Servers {
	/** The program. */
	redis: string;
	/** The folder of its programs. */
	postgres: string;
}

/**
 * Redis and PostgreSQL of this machine, installed from Debian's packages if missing.
 *
 * @param folder where apt's log goes
 * @throws ToolError that says what to install
 */
export async function installServers(folder: string): Promise<Servers> {
	const missing = [
		...(findRedis() ? [] : ['redis-server']),
		...(findPostgres() ? [] : ['postgresql']),
	];
	if (missing.length > 0) {
		const neededFor = "n8n's queue mode needs Redis and PostgreSQL";
		await installPackages(missing, { neededFor, folder });
	}

	const redis = findRedis();
	const postgres = findPostgres();
	if (!redis || !postgres) throw new ToolError('Redis or PostgreSQL is not where Debian puts it');
	return { redis, postgres };
}

function findRedis() {
	return findProgram('redis-server');
}

function findPostgres() {
	const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
	const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
	return [
		...newestFirst.map((version) => join(POSTGRES_VERSIONS, version, 'bin')),
		...programFolders(),
	].find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}
