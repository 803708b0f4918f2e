import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../process/ToolError';
import { downloadWithNpm } from './downloadWithNpm';
import { cacheFolder, repositoryFolder } from '../folders';
import { installNode, environmentFor } from './installNode';
import { installOnce } from './installOnce';
import { runCommand, type Run } from '../process/runCommand';
import { say } from '../process/say';

/** n8n's dependencies that are compiled, or fetched compiled, by their install scripts. No other script is run. */
const NATIVE_PACKAGES = ['sqlite3', 'isolated-vm'];

export interface N8nInstall {
	/** The Node executable that n8n runs on. */
	node: string;
	/** n8n's own start script. */
	program: string;
	version: string;
}

/**
 * The n8n of a lockfile, installed on first use and kept in the user's cache.
 *
 * @param pinnedIn the folder of the lockfile and its package.json
 */
export async function installN8n(pinnedIn = join(repositoryFolder, 'demo')): Promise<N8nInstall> {
	const cache = cacheFolder();
	await mkdir(cache, { recursive: true });
	const lock = await readFile(join(pinnedIn, 'package-lock.json'), 'utf8');
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const { packages } = JSON.parse(lock);
	const { version, engines }: { version: string; engines: { node: string } } =
		packages['node_modules/n8n'];
	const node = await installNode(cache, engines.node);

	const target = join(cache, `n8n-${version}-${key}`);

	const folder = await installOnce(target, async (temporary) => {
		say(`Installing n8n ${version} (once, 2.5 GB, some minutes) ...`);
		await mkdir(temporary);
		for (const name of ['package.json', 'package-lock.json']) {
			await copyFile(join(pinnedIn, name), join(temporary, name));
		}
		await rm(`${target}.log`, { force: true });
		const run = { cwd: temporary, env: environmentFor(node), logFile: `${target}.log` };
		await download(run);
		const names = NATIVE_PACKAGES.filter((name) => `node_modules/${name}` in packages);
		await buildNativePackages(names, run);
	});
	return { node, version, program: join(folder, 'node_modules', 'n8n', 'bin', 'n8n') };
}

async function download(run: Run) {
	let downloaded = 0;
	// At this level npm prints a line per package; its own progress bar shows nothing outside a terminal.
	await downloadWithNpm('n8n', ['ci', '--loglevel=http'], {
		...run,
		onLine: (line) => {
			if (!/^npm http fetch GET 200 .*\.tgz /.test(line)) return;
			downloaded += 1;
			if (downloaded % 250 === 0) say(`  ${downloaded} packages downloaded`);
		},
	});
}

async function buildNativePackages(names: string[], run: Run) {
	say(`  building ${names.join(' and ')}`);
	const { ok } = await runCommand('npm', ['rebuild', '--ignore-scripts=false', ...names], run);
	if (ok) return;
	throw new ToolError(
		`n8n's ${names.join(' and ')} could not be built: a C++ compiler, make and Python 3 are needed (details: ${run.logFile})`,
	);
}
