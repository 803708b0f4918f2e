import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import axios from 'axios';
import { startSandbox } from '../../sandbox';
import { installN8n } from '../../tools/n8n/installN8n';
import { N8nClient } from '../../tools/n8n/N8nClient';
import { packNode } from '../../tools/n8n/packNode';
import { runInN8n } from '../../tools/n8n/runInN8n';
import { saveSandboxCredential } from '../../tools/n8n/saveSandboxCredential';
import { startN8n } from '../../tools/n8n/startN8n';
import { repositoryFolder } from '../../tools/folders';
import { freePort } from '../../tools/process/freePort';
import { runCommand } from '../../tools/process/runCommand';
import { grace, parametersOf } from '../support/operations';

const LIMIT_MS = 10 * 60_000;
const LOGIN = { email: 'ada@example.com', password: 'A1-for-one-test' };
const NODES = ['n8n-nodes-mailroom.mailroom', 'n8n-nodes-mailroom.mailroomTrigger'];

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

let home: string;

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'mailroom-home-'));
});

afterEach(async () => await rm(home, { recursive: true, force: true }));

/** Runs commands as typed, in a folder with the packed file. */
async function type(commands: string) {
	const packedFile = await packNode();
	const [checkout, programs] = [join(home, 'checkout'), join(home, 'bin')];
	for (const folder of [checkout, programs]) await mkdir(folder);
	await copyFile(packedFile, join(checkout, basename(packedFile)));
	await writeFile(join(programs, 'docker'), DOCKER);
	await chmod(join(programs, 'docker'), 0o755);
	return await runCommand('sh', ['-e', '-c', commands], {
		cwd: checkout,
		logFile: join(home, 'commands.log'),
		env: {
			...process.env,
			HOME: home,
			PATH: [programs, process.env.PATH].join(delimiter),
			npm_config_cache: join(homedir(), '.npm'),
			npm_config_userconfig: join(homedir(), '.npmrc'),
		},
	});
}

test.each(['n8n in Docker', 'n8n without Docker'])(
	'%s: after the commands of the README, n8n has the nodes and runs them',
	async (title) => {
		expect(await type(await commandsAfter(title))).toMatchObject({ ok: true });

		const install = await installN8n();
		const sandbox = await startSandbox();
		const n8n = await startN8n({ install, userFolder: home, port: await freePort() });
		try {
			const client = new N8nClient(n8n.url);
			await client.logIn(LOGIN);
			const { data } = await axios.get<Array<{ name: string; iconUrl: { light: string } }>>(
				`${n8n.url}/types/nodes.json`,
				{ headers: { Cookie: client.session.cookie }, proxy: false },
			);
			const offered = data.filter(({ name }) => NODES.includes(name));
			expect(offered.map(({ name }) => name).sort()).toEqual(NODES);
			for (const { iconUrl } of offered) {
				const icon = await axios.get(`${n8n.url}/${iconUrl.light}`, { proxy: false });
				expect(icon.headers['content-type']).toContain('image/svg+xml');
			}

			sandbox.store.addContact(grace);
			const credential = await saveSandboxCredential(client, sandbox);
			const parameters = parametersOf('email sendTransactional');
			const { status } = await runInN8n(
				{ n8n, client, credential },
				{ items: [grace], parameters },
			);
			expect(status).toBe(200);
			expect(sandbox.store.mails).toHaveLength(1);
		} finally {
			await n8n.stop();
			await sandbox.close();
		}
	},
	LIMIT_MS,
);
