const { readdir, readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { repositoryFolder } = require('./folders');

const NODE_TYPE = 'n8n-nodes-mailroom.mailroom';

/**
 * Brings the workflows of `examples/` into n8n and publishes them. A workflow of the same name is left as it is: the
 * user may have changed it.
 *
 * @param {object} options
 * @param {import('./n8nClient').N8nClient} options.client
 * @param {import('./n8nClient').CredentialReference} options.credential
 * @returns {Promise<import('./n8nClient').WorkflowInput[]>} all examples, also those that were there already
 */
async function importExamples({ client, credential }) {
	const examples = await readExamples();
	const existing = new Set((await client.workflows()).map(({ name }) => name));
	for (const example of examples) {
		if (existing.has(example.name)) continue;
		const nodes = example.nodes.map((node) =>
			node.type === NODE_TYPE ? { ...node, credentials: { mailroomApi: credential } } : node,
		);
		await client.activate(await client.createWorkflow({ ...example, nodes }));
	}
	return examples;
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
