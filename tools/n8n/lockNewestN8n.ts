import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../process/ToolError';
import { runCommand, type Run } from '../process/runCommand';
import { say } from '../process/say';
import { cacheFolder, repositoryFolder } from '../folders';
import { installOnce } from './installOnce';

/** A release can need a package that its registry does not have. Then the one before it is tried. */
const MAX_TRIES = 5;

/**
 * Makes a lockfile of the newest n8n whose dependencies npm can resolve, for `installN8n`. It is kept in the user's cache.
 *
 * @returns its folder, or undefined if no release is newer than the demo's own n8n
 * @throws ToolError if none of the newer ones can be resolved
 */
export async function lockNewestN8n() {
	const cache = cacheFolder();
	await mkdir(cache, { recursive: true });
	const run = { cwd: cache, env: process.env, logFile: join(cache, 'newest-n8n.log') };
	const newer = (await releases(run)).filter(isNewerThan(await ownVersion()));
	if (newer.length === 0) return undefined;
	for (const version of newer.slice(0, MAX_TRIES)) {
		const folder = await lock(version, run).catch((error: Error) => say(error.message));
		if (folder) return { version, folder };
	}
	throw new ToolError(`No n8n newer than the demo's own can be resolved (details: ${run.logFile})`);
}

/** @returns those up to npm's tag "latest", the newest first */
async function releases(run: Run) {
	const { ok, output } = await runCommand('npm', ['view', 'n8n', '--json'], run);
	if (!ok)
		throw new ToolError(`npm does not tell which n8n is the newest (details: ${run.logFile})`);
	const { versions, 'dist-tags': tags } = JSON.parse(output) as {
		versions: string[];
		'dist-tags': { latest: string };
	};
	const isPublished = (version: string) => !isNewerThan(tags.latest)(version);
	return versions
		.filter((version) => /^[\d.]+$/.test(version) && isPublished(version))
		.sort((a, b) => (isNewerThan(a)(b) ? 1 : -1));
}

async function ownVersion() {
	const file = join(repositoryFolder, 'demo', 'package.json');
	const { dependencies } = JSON.parse(await readFile(file, 'utf8'));
	return String(dependencies.n8n);
}

const isNewerThan = (other: string) => (version: string) => {
	const [a, b] = [version, other].map((text) => text.split('.').map(Number));
	const place = a.findIndex((part, index) => part !== b[index]);
	return place >= 0 && a[place] > b[place];
};

async function lock(version: string, run: Run) {
	return await installOnce(join(run.cwd, `lock-of-n8n-${version}`), async (temporary) => {
		say(`Resolving the dependencies of n8n ${version} (some minutes) ...`);
		await mkdir(temporary);
		const manifest = JSON.stringify({ private: true, dependencies: { n8n: version } });
		await writeFile(join(temporary, 'package.json'), manifest);
		const args = ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'];
		const { ok, output } = await runCommand('npm', args, { ...run, cwd: temporary });
		if (ok) return;
		const [reason = ''] = /npm error (?:notarget )?No matching .*/.exec(output) ?? [];
		throw new ToolError(`n8n ${version} cannot be resolved. ${reason} (details: ${run.logFile})`);
	});
}
