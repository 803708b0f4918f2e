import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { check } from './check';
import { ToolError } from '../tools/ToolError';
import { demosFolder } from '../tools/folders';
import { assertPortIsFree } from '../tools/freePort';
import { readOptions, N8N_PORT, SANDBOX_PORT } from './readOptions';
import { runProgram } from '../tools/runProgram';
import { startDemo, type Demo } from './startDemo';

const say = console.log;

async function main(program: { isStopping(): boolean }) {
	const { fresh, check: withoutPerson, ports } = readOptions(process.argv.slice(2), process.env);
	if (withoutPerson) return await check({ say });

	await assertPortIsFree(ports.n8n, N8N_PORT.option);
	await assertPortIsFree(ports.sandbox, SANDBOX_PORT.option);
	const folder = join(demosFolder(), folderNameFor(ports.n8n));
	if (fresh) await rm(folder, { recursive: true, force: true });
	const demo = await startDemo({ folder, ports, say });
	try {
		introduce(demo, folder);
		await demo.n8n.exited;
		if (!program.isStopping())
			throw new ToolError(`n8n has ended by itself (its log: ${demo.n8n.logFile})`);
	} finally {
		await demo.stop();
	}
}

/** Two demos at a time are on two ports, and must not write to one database. */
function folderNameFor(port: number) {
	return port === N8N_PORT.usual ? 'demo' : `demo-${port}`;
}

function introduce({ n8n, sandbox, forms, assistant, login, token }: Demo, folder: string) {
	say('');
	const openFirst = [...forms].sort((one, other) => Number(one.hasLogin) - Number(other.hasLogin));
	for (const { name, url, hasLogin } of openFirst) {
		say(`Form       ${url}  (${name}${hasLogin ? ', asks for the login' : ''})`);
	}
	if (assistant) say(`Assistant  ${assistant}  (MCP, bearer token ${token})`);
	say(`Editor     ${n8n.url}/  (login ${login.email}, password ${login.password})`);
	say(`Inbox      ${sandbox.origin}/`);
	say(`Data       ${folder}  (npm start -- --fresh empties it)`);
	say(
		'\nFill in a form, or open an example in the editor and click "Execute workflow"; then look into',
	);
	say('the inbox. examples/contacts.csv is a file for the import. Ctrl-C stops everything.');
}

runProgram(main);
