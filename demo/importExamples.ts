const { readdir, readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { repositoryFolder } = require('./folders');

/**
 * Brings the workflows of `examples/` into n8n and publishes them. A workflow of the same name is not replaced: the
 * user may have changed it.
 *
 * @param {object} options
 * @param {import('./n8nClient').N8nClient} options.client
 * @param {import('./saveCredentials').DemoCredentials} options.credentials
 * @param {(line: string) => void} options.say is told what could not be published
 * @returns {Promise<import('./n8nClient').WorkflowInput[]>} all examples, also those that were there already
 */
async function importExamples({ client, credentials, say }) {
	const examples = await readExamples();
	const existing = await client.workflows();
	for (const example of examples) {
		const workflow =
			existing.find(({ name }) => name === example.name) ??
			(await client.createWorkflow(withCredentials(example, credentials)));
		if (workflow.active) continue;
		await client.activate(workflow).catch((error) => say(error.message));
	}
	return examples;
}

/**
 * The examples hold no credentials: n8n then adds the user's own to what is imported, and tells where one is missing.
 *
 * @param {import('./n8nClient').WorkflowInput} workflow
 * @param {import('./saveCredentials').DemoCredentials} credentials
 */
function withCredentials(workflow, credentials) {
	const nodes = workflow.nodes.map((node) => {
		const type = credentialType(node);
		return type ? { ...node, credentials: { [type]: credentials[type] } } : node;
	});
	return { ...workflow, nodes };
}

/** @param {import('./n8nClient').NodeInput} node */
function credentialType({ type, parameters }) {
	if (type?.startsWith('n8n-nodes-mailroom.')) return 'mailroomApi';
	const { authentication } = /** @type {{ authentication?: string }} */ (parameters);
	if (authentication === 'basicAuth') return 'httpBasicAuth';
	return authentication === 'bearerAuth' ? 'httpBearerAuth' : undefined;
}

/** @returns {Promise<import('./n8nClient').WorkflowInput[]>} */
async function readExamples() {
	const folder = join(repositoryFolder, 'examples');
	const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
	);
}

module.exports = { importExamples };
