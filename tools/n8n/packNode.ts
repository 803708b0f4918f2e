import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from '../process/ToolError';
import { cacheFolder, repositoryFolder } from '../folders';
import { installOnce } from './installOnce';
import { runCommand } from '../process/runCommand';
import { say } from '../process/say';

const PACKAGE_NAME = 'n8n-nodes-mailroom';

/** Files that the build and `npm pack` read. */
const SOURCES = [
	'credentials',
	'gulpfile.js',
	'icons',
	'LICENSE',
	'nodes',
	'package.json',
	'README.md',
	'tsconfig.json',
];

/**
 * Builds the node and packs it into the file that npm would publish. The file is kept in the user's cache until the sources change.
 *
 * @returns the packed file
 */
export async function packNode(): Promise<string> {
	const target = join(cacheFolder(), `packed-${await hashOfSources()}`);
	const kept = await installOnce(target, async (folder) => {
		say('Building and packing the node ...');
		await pack({ folder, logFile: `${target}.log` });
	});
	const file = (await readdir(kept)).find((name) => name.endsWith('.tgz'));
	return join(kept, String(file));
}

async function hashOfSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const name of [...SOURCES, 'package-lock.json']) {
		const files = await filesOf(join(repositoryFolder, name));
		for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(file));
	}
	return hash.digest('hex').slice(0, 12);
}

async function filesOf(path: string): Promise<string[]> {
	if ((await stat(path)).isFile()) return [path];
	const entries = await readdir(path, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

/** Builds in a copy, because the build first empties `dist`, which another process may be using. */
async function pack({ folder, logFile }: { folder: string; logFile: string }): Promise<void> {
	const copy = join(folder, 'sources');
	for (const name of SOURCES) {
		await cp(join(repositoryFolder, name), join(copy, name), { recursive: true });
	}
	await symlink(join(repositoryFolder, 'node_modules'), join(copy, 'node_modules'));

	const run = { cwd: copy, env: process.env, logFile };
	const built = await runCommand('npm', ['run', 'build'], run);
	if (!built.ok) throw new ToolError(`The node could not be built (details: ${logFile})`);
	const packed = await runCommand('npm', ['pack', '--pack-destination', folder], run);
	if (!packed.ok) throw new ToolError(`The node could not be packed (details: ${logFile})`);
	await rm(copy, { recursive: true });
}

/**
 * Installs a packed file like n8n's own installer: unpacked into n8n's folder of community packages, without the
 * development and peer dependencies in its package.json. The package has no others, so nothing needs to be downloaded.
 */
export async function unpackNode({
	packedFile,
	userFolder,
}: {
	packedFile: string;
	userFolder: string;
}) {
	const target = join(userFolder, '.n8n', 'nodes', 'node_modules', PACKAGE_NAME);
	await rm(target, { recursive: true, force: true });
	await mkdir(target, { recursive: true });
	const logFile = join(userFolder, 'unpack.log');
	const args = ['-xzf', packedFile, '--strip-components=1', '-C', target];
	const { ok } = await runCommand('tar', args, { cwd: userFolder, env: process.env, logFile });
	if (!ok) throw new ToolError(`The packed node could not be unpacked (details: ${logFile})`);

	const manifestFile = join(target, 'package.json');
	const { devDependencies, peerDependencies, ...manifest } = JSON.parse(
		await readFile(manifestFile, 'utf8'),
	);
	await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
}
