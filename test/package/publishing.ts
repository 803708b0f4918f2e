import { appendFile, copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { repositoryFolder } from '../../tools/folders';
import { runCommand } from '../../tools/process/runCommand';
import type { Registry } from '../../tools/registry/startRegistry';

const WORKFLOW = join(repositoryFolder, '.github', 'workflows', 'release.yml');
const STEP = '- name: Publish with provenance\n';
const EMAIL_OPERATION = 'dist/nodes/Mailroom/resources/email/sendTransactional.js';

/** Lets the operation tell its version, in a module that others load: an update must replace each of them. */
const TELLS_VERSION = (version: string) => `
const { report } = exports.sendTransactional;
const { output } = report;
report.output = (...args) => ({ ...output(...args), version: '${version}' });
`;

/**
 * Runs the commands of the release workflow that publish a packed file.
 *
 * @param folder for its files
 * @param options.provenance which only GitHub can state
 */
export async function publish(
	packedFile: string,
	{ folder, registry, provenance }: { folder: string; registry: Registry; provenance: boolean },
) {
	const [, step] = (await readFile(WORKFLOW, 'utf8')).split(STEP);
	const [, commands] = /run: \|\n((?: {10}.*\n)+)/.exec(step) ?? [];
	const cwd = await mkdtemp(join(folder, 'publish-'));
	await copyFile(packedFile, join(cwd, basename(packedFile)));
	const typed = provenance ? commands : commands.replace('--provenance', '--provenance=false');
	return await runCommand('bash', ['-e', '-c', typed], {
		cwd,
		logFile: join(folder, 'publish.log'),
		env: { PATH: process.env.PATH, HOME: folder, ...registry.env, NPM_TOKEN: registry.token },
	});
}

/**
 * Packs a version that comes after a packed one, whose Send Transactional tells its version.
 *
 * @param folder for its files
 */
export async function packNextVersion(packedFile: string, folder: string) {
	const sources = join(folder, 'next');
	await mkdir(sources);
	const run = { cwd: sources, env: process.env, logFile: join(folder, 'next.log') };
	await runCommand('tar', ['-xzf', packedFile], run);
	const manifestFile = join(sources, 'package', 'package.json');
	const manifest: { version: string } = JSON.parse(await readFile(manifestFile, 'utf8'));
	const [major, minor, patch] = manifest.version.split('.');
	const version = [major, minor, Number(patch) + 1].join('.');
	await writeFile(manifestFile, JSON.stringify({ ...manifest, version }));
	await appendFile(join(sources, 'package', EMAIL_OPERATION), TELLS_VERSION(version));
	const file = join(folder, `n8n-nodes-mailroom-${version}.tgz`);
	await runCommand('tar', ['-czf', file, 'package'], run);
	return { file, version, before: manifest.version };
}
