import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolError } from './ToolError';
import { repositoryFolder } from './folders';
import { runCommand } from './runCommand';

const PACKAGE_NAME = 'n8n-nodes-mailroom';

/** What the build and `npm pack` read. */
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

interface PackOptions {
	folder: string;
	say: (line: string) => void;
}

/**
 * Builds the node and packs it into the file that npm would publish. The build happens in a copy: it starts by emptying
 * `dist`, which somebody else may be building or reading at the same time.
 *
 * @param options where the file and the log go
 * @returns the packed file
 */
export async function packNode({ folder, say }: PackOptions): Promise<string> {
	say('Building and packing the node ...');
	await rm(folder, { recursive: true, force: true });
	const copy = join(folder, 'sources');
	for (const name of SOURCES) {
		await cp(join(repositoryFolder, name), join(copy, name), { recursive: true });
	}
	await symlink(join(repositoryFolder, 'node_modules'), join(copy, 'node_modules'));

	const logFile = join(folder, 'build.log');
	const run = { cwd: copy, env: process.env, logFile };
	const built = await runCommand('npm', ['run', 'build'], run);
	if (!built.ok) throw new ToolError(`The node could not be built (details: ${logFile})`);
	const packed = await runCommand('npm', ['pack', '--pack-destination', folder], run);
	const file = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (!packed.ok || !file)
		throw new ToolError(`The node could not be packed (details: ${logFile})`);
	return join(folder, file);
}

/**
 * Puts a packed file where n8n keeps community packages, the way n8n's own installer does: unpacked, without the
 * development and peer dependencies in its package.json. The package has no others, so nothing is left to download.
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
	const { ok } = await runCommand(
		'tar',
		['-xzf', packedFile, '--strip-components=1', '-C', target],
		{
			cwd: userFolder,
			env: process.env,
			logFile,
		},
	);
	if (!ok) throw new ToolError(`The packed node could not be unpacked (details: ${logFile})`);

	const manifestFile = join(target, 'package.json');
	const { devDependencies, peerDependencies, ...manifest } = JSON.parse(
		await readFile(manifestFile, 'utf8'),
	);
	await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
}
