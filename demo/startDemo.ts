const { join } = require('node:path');
const { startSandbox } = require('../sandbox');
const { entrances } = require('./entrances');
const { importExamples } = require('./importExamples');
const { installN8n } = require('./installN8n');
const { N8nClient } = require('./n8nClient');
const { packNode, unpackNode } = require('./packNode');
const { saveCredentials } = require('./saveCredentials');
const { startN8n } = require('./startN8n');

/** The owner of the demo's n8n, which only this machine can reach. */
const LOGIN = { email: 'ada@example.com', password: 'Mailroom-demo-1' };
/** What an AI application shows to use the assistant's tools. */
const TOKEN = 'mailroom-demo-token';

/**
 * @typedef {object} DemoOptions
 * @property {string} folder where the demo keeps its data
 * @property {{ n8n: number, sandbox: number }} ports
 * @property {string} [pinnedIn] the folder with the lockfile of another n8n than the demo's own
 * @property {(line: string) => void} say
 *
 * @typedef {Awaited<ReturnType<typeof startDemo>>} Demo
 */

/**
 * Starts the sandbox and an n8n that has the packed node, a credential for the sandbox and the example workflows.
 *
 * @param {DemoOptions} options
 */
async function startDemo({ folder, ports, pinnedIn, say }) {
	const install = await installN8n({ pinnedIn, say });
	const packedFile = await packNode({ folder: join(folder, 'package'), say });
	const userFolder = join(folder, 'n8n');
	await unpackNode({ packedFile, userFolder });

	const sandbox = await startSandbox({
		port: ports.sandbox,
		dataFile: join(folder, 'sandbox.json'),
	});
	/** @type {import('./startN8n').RunningN8n | undefined} */
	let n8n;
	const stop = async () => {
		await n8n?.stop();
		await sandbox.close();
	};
	try {
		say(`Starting n8n ${install.version} ...`);
		n8n = await startN8n({ install, userFolder, port: ports.n8n });
		const client = new N8nClient(n8n.url);
		await client.logIn(LOGIN);
		const credentials = await saveCredentials(client, { sandbox, login: LOGIN, token: TOKEN });
		const examples = await importExamples({ client, credentials, say });
		return {
			n8n,
			client,
			credential: credentials.mailroomApi,
			sandbox,
			...entrances(examples, n8n.url),
			login: LOGIN,
			token: TOKEN,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}

module.exports = { startDemo };
