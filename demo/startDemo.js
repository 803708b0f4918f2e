const { join } = require('node:path');
const { startSandbox } = require('../sandbox');
const { importExamples } = require('./importExamples');
const { installN8n } = require('./installN8n');
const { N8nClient } = require('./n8nClient');
const { packNode, unpackNode } = require('./packNode');
const { startN8n } = require('./startN8n');

/** The owner of the demo's n8n, which only this machine can reach. */
const LOGIN = { email: 'ada@example.com', password: 'Mailroom-demo-1' };
const CREDENTIAL_NAME = 'Mailroom account';

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
		const credential = await client.saveCredential({
			name: CREDENTIAL_NAME,
			type: 'mailroomApi',
			data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, allowHttp: false },
		});
		const examples = await importExamples({ client, credential, say });
		const forms = formsOf(examples, n8n.url);
		return { n8n, client, credential, sandbox, forms, login: LOGIN, stop };
	} catch (error) {
		await stop();
		throw error;
	}
}

/**
 * @param {import('./n8nClient').WorkflowInput[]} workflows
 * @param {string} n8nUrl
 * @returns {Array<{ name: string, url: string }>} the forms that the workflows start with
 */
function formsOf(workflows, n8nUrl) {
	return workflows.flatMap(({ name, nodes }) =>
		nodes
			.filter((node) => node.type === 'n8n-nodes-base.formTrigger')
			.map((node) => ({ name, url: `${n8nUrl}/form/${formPath(node)}` })),
	);
}

/** @param {import('./n8nClient').NodeInput} form */
function formPath({ parameters }) {
	const { options } = /** @type {{ options?: { path?: string } }} */ (parameters);
	return options?.path;
}

module.exports = { startDemo };
