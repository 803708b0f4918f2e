import { chmod, copyFile, mkdtemp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { packNode } from '../../tools/n8n/packNode';
import { repositoryFolder } from '../../tools/folders';
import { runCommand } from '../../tools/process/runCommand';

/** Stands in for a container that has n8n's folder, and whose home is that of the test. */
const DOCKER = `#!/bin/sh
set -e
mkdir -p "$HOME/.n8n"
case "$1 $3" in
	"cp n8n:/home/node/.n8n/") cp "$2" "$HOME/.n8n/" ;;
	"exec sh") shift 2; "$@" ;;
	"restart ") ;;
	*) exit 1 ;;
esac
`;

/** @param title in bold before the commands in the README's section "Install" */
async function commandsAfter(title: string) {
	const readme = await readFile(join(repositoryFolder, 'README.md'), 'utf8');
	const [, section] = readme.split('\n## Install\n');
	const [, after] = section.split('\n## ')[0].split(`**${title}**`);
	const [, commands] = /```bash\n([\s\S]*?)```/.exec(after) ?? [];
	return commands;
}

/**
 * Runs commands of the README as typed, in a folder with the packed file.
 *
 * @param title in bold before the commands in the section "Install"
 * @param home of the user
 */
export async function typeCommandsAfter(title: string, home: string) {
	const packedFile = await packNode();
	const folder = await mkdtemp(join(home, 'typed-'));
	const [checkout, programs] = [join(folder, 'checkout'), join(folder, 'bin')];
	for (const made of [checkout, programs]) await mkdir(made);
	await copyFile(packedFile, join(checkout, basename(packedFile)));
	await writeFile(join(programs, 'docker'), DOCKER);
	await chmod(join(programs, 'docker'), 0o755);
	return await runCommand('sh', ['-e', '-c', await commandsAfter(title)], {
		cwd: checkout,
		logFile: join(folder, 'commands.log'),
		env: {
			...process.env,
			HOME: home,
			PATH: [programs, process.env.PATH].join(delimiter),
			npm_config_cache: join(homedir(), '.npm'),
			npm_config_userconfig: join(homedir(), '.npmrc'),
		},
	});
}
