import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../tools/folders';
import { say } from '../tools/process/say';
import { haveAll, withCredentials } from './withCredentials';
import type { N8nClient, WorkflowInput } from '../tools/n8n/N8nClient';
import type { DemoCredentials } from './saveCredentials';

/**
 * Brings the workflows of `examples/` into n8n and publishes them, but for those that need a database: the demo has none. A
 * workflow of the same name is not replaced: the user may have changed it.
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
	const toPublish = [];
	for (const example of examples) {
		const workflow =
			existing.find(({ name }) => name === example.name) ??
			(await client.createWorkflow(withCredentials(example, credentials)));
		if (!workflow.active && haveAll(credentials, example)) toPublish.push(workflow);
	}
	// n8n takes a while for each.
	await Promise.all(
		toPublish.map(async (workflow) => {
			await client.activate(workflow).catch((error) => say(error.message));
		}),
	);
	return examples;
}

async function readExamples(): Promise<WorkflowInput[]> {
	const folder = join(repositoryFolder, 'examples');
	const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	return await Promise.all(
		files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
	);
}
