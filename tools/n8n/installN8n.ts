import { join } from 'node:path';
import { ToolError } from '../process/ToolError';
import { repositoryFolder } from '../folders';
import { installLocked } from './installLocked';
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
	const { node, version, folder } = await installLocked({
		...{ name: 'n8n', pinnedIn, size: '2.5 GB, some minutes' },
		onDownloaded: async (run, paths) => {
			const names = NATIVE_PACKAGES.filter((name) => paths.includes(`node_modules/${name}`));
			await buildNativePackages(names, run);
		},
	});
	return { node, version, program: join(folder, 'bin', 'n8n') };
}

async function buildNativePackages(names: string[], run: Run) {
	say(`  building ${names.join(' and ')}`);
	const { ok } = await runCommand('npm', ['rebuild', '--ignore-scripts=false', ...names], run);
	if (ok) return;
	throw new ToolError(
		`n8n's ${names.join(' and ')} could not be built: a C++ compiler, make and Python 3 are needed (details: ${run.logFile})`,
	);
}
