import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../tools/folders';
import { say } from '../tools/process/say';
import type { N8nClient, NodeInput, WorkflowInput } from '../tools/n8n/N8nClient';
import type { DemoCredentials } from './saveCredentials';

/**
 * Brings the workflows of `examples/` into n8n and publishes them. A workflow of the same name is not replaced: the
 * user may have changed it.
 *
 * @param options.only the names of those to bring; all by default
 * @returns these examples, also those that were there already
 */
export async function importExamples({
	client,
	credentials,
	only,
}: {
	client: N8nClient;
	credentials: DemoCredentials;
	only?: string[];
}): Promise<WorkflowInput[]> {
	const all = await readExamples();
	const examples = all.filter(({ name }) => only?.includes(name) ?? true);
	const existing = await client.workflows();
	const workflows = [];
	for (const example of examples) {
		workflows.push(
			existing.find(({ name }) => name === example.name) ??
				(await client.createWorkflow(withCredentials(example, credentials))),
		);
	}
	// n8n takes a while for each.
	const toPublish = workflows.filter(({ active }) => !active);
	await Promise.all(
		toPublish.map(async (workflow) => {
			await client.activate(workflow).catch((error) => say(error.message));
		}),
	);
	return examples;
}

/**
 * The examples hold no credentials: n8n then adds the user's own to what is imported, and tells where one is
 * missing.
 */
function withCredentials(workflow: WorkflowInput, credentials: DemoCredentials) {
	const nodes = workflow.nodes.map((node) => {
		const type = credentialType(node);
		return type ? { ...node, credentials: { [type]: credentials[type] } } : node;
	});
	return { ...workflow, nodes };
}

function credentialType({ type, parameters }: NodeInput) {
	if (type?.startsWith('n8n-nodes-mailroom.')) return 'mailroomApi';
	const { authentication } = parameters as { authentication?: string };
	if (authentication === 'basicAuth') return 'httpBasicAuth';
	return authentication === 'bearerAuth' ? 'httpBearerAuth' : undefined;
}

async function readExamples(): Promise<WorkflowInput[]> {
	const folder = join(repositoryFolder, 'examples');
	const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
	);
}
