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
 * @param {import('./n8nClient').WorkflowInput} workflow
 * @param {Record<string, import('./n8nClient').CredentialReference>} credentials by type
 */
function withCredentials(workflow, credentials) {
	const nodes = workflow.nodes.map((node) => {
		const types = Object.keys(node.credentials ?? {});
		if (types.length === 0) return node;
		return {
			...node,
			credentials: Object.fromEntries(types.map((type) => [type, credentials[type]])),
		};
	});
	return { ...workflow, nodes };
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
