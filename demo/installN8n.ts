const { createHash } = require('node:crypto');
const { copyFile, mkdir, readFile, rm } = require('node:fs/promises');
const { join } = require('node:path');
const { DemoError } = require('./DemoError');
const { downloadWithNpm } = require('./downloadWithNpm');
const { cacheFolder } = require('./folders');
const { installNode, environmentFor } = require('./installNode');
const { installOnce } = require('./installOnce');
const { runCommand } = require('./runCommand');

/** n8n's dependencies that are compiled, or fetched compiled, by their install scripts. No other script is run. */
const NATIVE_PACKAGES = ['sqlite3', 'isolated-vm'];

/**
 * @typedef {object} N8nInstall
 * @property {string} node the Node executable that n8n runs on
 * @property {string} program n8n's own start script
 * @property {string} version
 */

/**
 * The n8n of a lockfile, installed on first use and kept in the user's cache.
 *
 * @param {object} options
 * @param {string} [options.pinnedIn] the folder of the lockfile and its package.json; this one when there is none
 * @param {(line: string) => void} options.say
 * @returns {Promise<N8nInstall>}
 */
async function installN8n({ pinnedIn = __dirname, say }) {
	const cache = cacheFolder();
	await mkdir(cache, { recursive: true });
	const lock = await readFile(join(pinnedIn, 'package-lock.json'), 'utf8');
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const { packages } = JSON.parse(lock);
	/** @type {{ version: string, engines: { node: string } }} */
	const { version, engines } = packages['node_modules/n8n'];
	const node = await installNode({ cache, range: engines.node, say });

	const target = join(cache, `n8n-${version}-${key}`);

	const folder = await installOnce(target, {
		say,
		fill: async (temporary) => {
			say(`Installing n8n ${version} (once, 2.5 GB, some minutes) ...`);
			await mkdir(temporary);
			for (const name of ['package.json', 'package-lock.json']) {
				await copyFile(join(pinnedIn, name), join(temporary, name));
			}
			await rm(`${target}.log`, { force: true });
			const run = { cwd: temporary, env: environmentFor(node), logFile: `${target}.log` };
			await download({ run, say });
			const names = NATIVE_PACKAGES.filter((name) => `node_modules/${name}` in packages);
			await buildNativePackages(names, { run, say });
		},
	});
	return { node, version, program: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

/**
 * @typedef {object} Run how the commands of one installation run
 * @property {string} cwd
 * @property {NodeJS.ProcessEnv} env
 * @property {string} logFile
 */

/** @param {{ run: Run, say: (line: string) => void }} options */
async function download({ run, say }) {
	let downloaded = 0;
	// At this level npm prints a line per package; its own progress bar shows nothing outside a terminal.
	await downloadWithNpm(['ci', '--loglevel=http'], {
		what: 'n8n',
		...run,
		onLine: (line) => {
			if (!/^npm http fetch GET 200 .*\.tgz /.test(line)) return;
			downloaded += 1;
			if (downloaded % 250 === 0) say(`  ${downloaded} packages downloaded`);
		},
	});
}

/**
 * @param {string[]} names
 * @param {{ run: Run, say: (line: string) => void }} options
 */
async function buildNativePackages(names, { run, say }) {
	say(`  building ${names.join(' and ')}`);
	const { ok } = await runCommand('npm', ['rebuild', '--ignore-scripts=false', ...names], run);
	if (ok) return;
	throw new DemoError(
		`n8n's ${names.join(' and ')} could not be built: a C++ compiler, make and Python 3 are needed (details: ${run.logFile})`,
	);
}

module.exports = { installN8n };
