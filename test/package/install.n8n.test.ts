import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axios from 'axios';
import { startSandbox } from '../../sandbox';
import { installN8n } from '../../tools/n8n/installN8n';
import { N8nClient } from '../../tools/n8n/N8nClient';
import { runInN8n } from '../../tools/n8n/runInN8n';
import { saveSandboxCredential } from '../../tools/n8n/saveSandboxCredential';
import { startN8n } from '../../tools/n8n/startN8n';
import { freePort } from '../../tools/process/freePort';
import { grace, parametersOf } from '../support/operations';
import { typeCommandsAfter } from './readmeCommands';

const LIMIT_MS = 10 * 60_000;
const LOGIN = { email: 'ada@example.com', password: 'A1-for-one-test' };
const NODES = ['n8n-nodes-mailroom.mailroom', 'n8n-nodes-mailroom.mailroomTrigger'];

let home: string;

beforeEach(async () => {
	home = await mkdtemp(join(tmpdir(), 'mailroom-home-'));
});

afterEach(async () => await rm(home, { recursive: true, force: true }));

test.each(['n8n in Docker', 'n8n without Docker'])(
	'%s: after the commands of the README, n8n has the nodes and runs them',
	async (title) => {
		expect(await typeCommandsAfter(title, home)).toMatchObject({ ok: true });

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
