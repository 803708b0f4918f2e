const { mkdir, readdir, readFile, rm, writeFile } = require('node:fs/promises');
const { join } = require('node:path');
const { DemoError } = require('./DemoError');
const { repositoryFolder } = require('./folders');
const { runCommand } = require('./runCommand');

const PACKAGE_NAME = 'n8n-nodes-mailroom';

/**
 * Builds the node and packs it into the file that npm would publish.
 *
 * @param {{ folder: string, say: (line: string) => void }} options where the file and the log go
 * @returns {Promise<string>} the packed file
 */
async function packNode({ folder, say }) {
	say('Building and packing the node ...');
	await mkdir(folder, { recursive: true });
	const logFile = join(folder, 'build.log');
	const run = { cwd: repositoryFolder, env: process.env, logFile };
	await rm(logFile, { force: true });
	const built = await runCommand('npm', ['run', 'build'], run);
	if (!built.ok) throw new DemoError(`The node could not be built (details: ${logFile})`);

	for (const name of await readdir(folder)) {
		if (name.endsWith('.tgz')) await rm(join(folder, name));
	}
	const packed = await runCommand('npm', ['pack', '--pack-destination', folder], run);
	const file = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
	if (!packed.ok || !file)
		throw new DemoError(`The node could not be packed (details: ${logFile})`);
	return join(folder, file);
}

/**
 * Puts a packed file where n8n keeps community packages, the way n8n's own installer does: unpacked, without the
 * development and peer dependencies in its package.json. The package has no others, so nothing is left to download.
 *
 * @param {{ packedFile: string, userFolder: string }} options
 */
async function unpackNode({ packedFile, userFolder }) {
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
	if (!ok) throw new DemoError(`The packed node could not be unpacked (details: ${logFile})`);

	const manifestFile = join(target, 'package.json');
	const { devDependencies, peerDependencies, ...manifest } = JSON.parse(
		await readFile(manifestFile, 'utf8'),
	);
	await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
}

module.exports = { packNode, unpackNode };
