import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadWithNpm } from './downloadWithNpm';
import { cacheFolder } from '../folders';
import { environmentFor, installNode } from './installNode';
import { installOnce } from './installOnce';
import type { Run } from '../process/runCommand';
import { say } from '../process/say';

interface Locked {
	/** The npm package of the program. */
	name: string;
	/** The folder of the lockfile and its package.json. */
	pinnedIn: string;
	/** For the user who waits. */
	size: string;
	/** Finishes the installation. */
	onDownloaded?: (run: Run, paths: string[]) => Promise<void>;
}

/**
 * The program of a lockfile and a Node that it supports, installed on first use and kept in the user's cache.
 *
 * @returns `folder` of the installed package
 */
export async function installLocked({
	name,
	pinnedIn,
	size,
	onDownloaded = async () => {},
}: Locked) {
	const cache = cacheFolder();
	await mkdir(cache, { recursive: true });
	const lock = await readFile(join(pinnedIn, 'package-lock.json'), 'utf8');
	const key = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const { packages } = JSON.parse(lock);
	const { version, engines }: { version: string; engines: { node: string } } =
		packages[`node_modules/${name}`];
	const node = await installNode(cache, engines.node);

	const target = join(cache, `${name}-${version}-${key}`);
	const installed = await installOnce(target, async (temporary) => {
		say(`Installing ${name} ${version} (once, ${size}) ...`);
		await mkdir(temporary);
		for (const file of ['package.json', 'package-lock.json']) {
			await copyFile(join(pinnedIn, file), join(temporary, file));
		}
		await rm(`${target}.log`, { force: true });
		const run = { cwd: temporary, env: environmentFor(node), logFile: `${target}.log` };
		await download(name, run);
		await onDownloaded(run, Object.keys(packages));
	});
	return { node, version, folder: join(installed, 'node_modules', name) };
}

async function download(name: string, run: Run) {
	let downloaded = 0;
	// At this level npm prints a line per package; its own progress bar shows nothing outside a terminal.
	await downloadWithNpm(name, ['ci', '--loglevel=http'], {
		...run,
		onLine: (line) => {
			if (!/^npm http fetch GET 200 .*\.tgz /.test(line)) return;
			downloaded += 1;
			if (downloaded % 250 === 0) say(`  ${downloaded} packages downloaded`);
		},
	});
}
