const { existsSync, readdirSync } = require('node:fs');
const { delimiter, join } = require('node:path');
const { DemoError } = require('../../demo/DemoError');
const { runCommand } = require('../../demo/runCommand');

/** Debian keeps each version of PostgreSQL in a folder of its own, and only its clients on PATH. */
const POSTGRES_VERSIONS = '/usr/lib/postgresql';

/**
 * @typedef {object} Servers
 * @property {string} redis the program
 * @property {string} postgres the folder of its programs
 */

/**
 * Redis and PostgreSQL of this machine, installed from Debian's packages where they are missing.
 *
 * @param {{ folder: string, say: (line: string) => void }} options where apt's log goes
 * @returns {Promise<Servers>}
 * @throws {DemoError} that says what to install
 */
async function installServers({ folder, say }) {
	const missing = [
		...(findRedis() ? [] : ['redis-server']),
		...(findPostgres() ? [] : ['postgresql']),
	];
	if (missing.length > 0) await installPackages(missing, { folder, say });

	const redis = findRedis();
	const postgres = findPostgres();
	if (!redis || !postgres) throw new DemoError('Redis or PostgreSQL is not where Debian puts it');
	return { redis, postgres };
}

/**
 * @param {string[]} names
 * @param {{ folder: string, say: (line: string) => void }} options
 */
async function installPackages(names, { folder, say }) {
	const install = ['install', '-y', '--no-install-recommends', ...names];
	if (process.getuid?.() !== 0 || !findProgram('apt-get')) {
		throw new DemoError(
			`n8n's queue mode needs Redis and PostgreSQL; on Debian: sudo apt-get ${install.join(' ')}`,
		);
	}
	say(`Installing ${names.join(' and ')} ...`);
	const logFile = join(folder, 'apt.log');
	const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
	// On a new machine another program may be installing, too.
	const patience = ['-o', 'DPkg::Lock::Timeout=120'];
	for (const args of [['update'], [...patience, ...install]]) {
		const { ok, output } = await runCommand('apt-get', args, { cwd: folder, env, logFile });
		if (ok) continue;
		const reason = output.split('\n').find((line) => line.startsWith('E: '));
		throw new DemoError(`apt-get ${args.join(' ')} failed: ${reason ?? 'it does not say why'}`);
	}
}

function findRedis() {
	return findProgram('redis-server');
}

function findPostgres() {
	const versions = existsSync(POSTGRES_VERSIONS) ? readdirSync(POSTGRES_VERSIONS) : [];
	const newestFirst = versions.sort((one, other) => Number(other) - Number(one));
	return [...newestFirst.map((version) => join(POSTGRES_VERSIONS, version, 'bin')), ...path()].find(
		(folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
	);
}

/** @param {string} name */
function findProgram(name) {
	return path()
		.map((folder) => join(folder, name))
		.find((file) => existsSync(file));
}

function path() {
	return (process.env.PATH ?? '').split(delimiter);
}

module.exports = { installServers };
