import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IDataObject } from 'n8n-workflow';
import { withCredentials } from '../../demo/withCredentials';
import { repositoryFolder } from '../../tools/folders';
import type {
	CredentialReference,
	N8nClient,
	SavedWorkflow,
	WorkflowInput,
} from '../../tools/n8n/N8nClient';

/**
 * A copy of a template for the tests of one file.
 *
 * @param table replaces the name of its data table, which other files use
 */
export async function createExample(
	client: N8nClient,
	file: string,
	{ mailroomApi, table }: { mailroomApi: CredentialReference; table?: string },
): Promise<SavedWorkflow> {
	const saved = await readFile(join(repositoryFolder, 'examples', file), 'utf8');
	const text = table ? saved.replaceAll('"Members"', JSON.stringify(table)) : saved;
	const example: WorkflowInput = withCredentials(JSON.parse(text), { mailroomApi });
	return await client.createWorkflow({ ...example, name: `${example.name}: copy` });
}

/** Enters values in the node "Settings" of a workflow. */
export async function enterSettings(
	client: N8nClient,
	{ id }: SavedWorkflow,
	values: Record<string, string | number>,
): Promise<void> {
	const { nodes } = await client.request<WorkflowInput>('GET', `/workflows/${id}`);
	const entered = nodes.map((node) => {
		if (node.name !== 'Settings') return node;
		const { assignments } = node.parameters as { assignments: { assignments: IDataObject[] } };
		const changed = assignments.assignments.map((one) => ({
			...one,
			value: values[String(one.name)] ?? one.value,
		}));
		return { ...node, parameters: { ...node.parameters, assignments: { assignments: changed } } };
	});
	await client.request('PATCH', `/workflows/${id}`, { nodes: entered });
}
