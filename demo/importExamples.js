const { readdir, readFile } = require('node:fs/promises');
const { join } = require('node:path');
const { repositoryFolder } = require('./folders');

const NODE_TYPE = 'n8n-nodes-mailroom.mailroom';

/**
 * Brings the workflows of `examples/` into n8n and publishes them. A workflow of the same name is not replaced: the
 * user may have changed it.
 *
 * @param {object} options
 * @param {import('./n8nClient').N8nClient} options.client
 * @param {import('./n8nClient').CredentialReference} options.credential
 * @param {(line: string) => void} options.say is told what could not be published
 * @returns {Promise<import('./n8nClient').WorkflowInput[]>} all examples, also those that were there already
 */
async function importExamples({ client, credential, say }) {
	const examples = await readExamples();
	const existing = await client.workflows();
	for (const example of examples) {
		const workflow =
			existing.find(({ name }) => name === example.name) ??
			(await client.createWorkflow(withCredential(example, credential)));
		if (workflow.active) continue;
		await client.activate(workflow).catch((error) => say(error.message));
	}
	return examples;
}

/**
 * @param {import('./n8nClient').WorkflowInput} workflow
 * @param {import('./n8nClient').CredentialReference} credential
 */
function withCredential(workflow, credential) {
	const nodes = workflow.nodes.map((node) =>
		node.type === NODE_TYPE ? { ...node, credentials: { mailroomApi: credential } } : node,
	);
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
