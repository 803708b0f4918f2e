const { rm } = require('node:fs/promises');
const { check } = require('./check');
const { stopAllChildren } = require('./childProcesses');
const { DemoError } = require('./DemoError');
const { demoDataFolder } = require('./folders');
const { assertPortIsFree } = require('./freePort');
const { readOptions, N8N_PORT, SANDBOX_PORT } = require('./readOptions');
const { startDemo } = require('./startDemo');
const { whenAskedToStop } = require('./whenAskedToStop');

const say = console.log;
let isStopping = false;

async function main() {
	const { fresh, check: withoutPerson, ports } = readOptions(process.argv.slice(2), process.env);
	if (withoutPerson) return await check({ say });

	await assertPortIsFree(ports.n8n, N8N_PORT.option);
	await assertPortIsFree(ports.sandbox, SANDBOX_PORT.option);
	const folder = demoDataFolder();
	if (fresh) await rm(folder, { recursive: true, force: true });
	const demo = await startDemo({ folder, ports, say });
	try {
		introduce(demo);
		await demo.n8n.exited;
		if (!isStopping) throw new DemoError(`n8n has ended by itself (its log: ${demo.n8n.logFile})`);
	} finally {
		await demo.stop();
	}
}

/** @param {import('./startDemo').Demo} demo */
function introduce({ n8n, sandbox, forms, assistant, login, token }) {
	say('');
	for (const { name, url, hasLogin } of forms) {
		say(`Form       ${url}  (${name}${hasLogin ? ', asks for the login' : ''})`);
	}
	if (assistant) say(`Assistant  ${assistant}  (MCP, bearer token ${token})`);
	say(`Editor     ${n8n.url}/  (login ${login.email}, password ${login.password})`);
	say(`Inbox      ${sandbox.origin}/`);
	say(
		'\nFill in a form, or open an example in the editor and click "Execute workflow"; then look into',
	);
	say('the inbox. examples/contacts.csv is a file for the import. Ctrl-C stops everything.');
}

/** Ends the children; whatever waits for one of them then fails, and `main` cleans up on its way out. */
function stop() {
	// Whoever asks twice does not want to wait.
	if (isStopping) process.exit(130);
	isStopping = true;
	say('\nStopping ...');
	void stopAllChildren();
}

/** @param {unknown} error */
function report(error) {
	process.exitCode = isStopping ? 130 : 1;
	if (isStopping) return;
	console.error(error instanceof DemoError ? error.message : error);
}

whenAskedToStop(stop);
main().catch(report);
