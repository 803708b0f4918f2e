import {
	NodeConnectionTypes,
	type ICredentialsHelper,
	type IDataObject,
	type INodeType,
} from 'n8n-workflow';
import { NodeTypes } from '../../tools/engine/NodeTypes';
import { sourceNode } from '../../tools/engine/sourceNode';
import { loadCompiled } from './loadCompiled';
import { mailroomNode } from './mailroomNode';
import { node, runOnEngine } from './runWorkflow';

const to = (...nodes: Array<[name: string, index?: number]>) => ({
	main: [nodes.map(([name, index = 0]) => ({ node: name, type: NodeConnectionTypes.Main, index }))],
});

/** Puts out what was kept, whatever comes in. */
const keptNode = (items: IDataObject[]): INodeType => {
	const source = sourceNode(items);
	return { ...source, description: { ...source.description, inputs: [NodeConnectionTypes.Main] } };
};

/**
 * What one builds without a trigger: at a time, Get Many of all contacts, and n8n's Compare Datasets with those of the time before.
 *
 * @param run.before those, as they were kept somewhere
 * @returns those of now
 */
export async function compareContacts(run: {
	packageFolder: string;
	credentialsHelper: ICredentialsHelper;
	before: IDataObject[];
}): Promise<IDataObject[]> {
	const { type, nodeType } = mailroomNode(run.packageFolder);
	const file = 'n8n-nodes-base/dist/nodes/CompareDatasets/CompareDatasets.node.js';
	const compareType = 'n8n-nodes-base.compareDatasets';
	const getAll = { resource: 'contact', operation: 'getAll', returnAll: true };
	const byAddress = { values: [{ field1: 'email', field2: 'email' }] };
	const { runData, error } = await runOnEngine({
		nodes: [
			node('Schedule', { type: 'bench.schedule' }),
			node('Before', { type: 'bench.before' }),
			node('Now', {
				type,
				parameters: getAll,
				credentials: { mailroomApi: { id: '1', name: 'Mailroom account' } },
			}),
			node('Compare', {
				type: compareType,
				typeVersion: 2.3,
				parameters: { mergeByFields: byAddress, resolve: 'includeBoth' },
			}),
		],
		connections: {
			Schedule: to(['Before'], ['Now']),
			Before: to(['Compare', 0]),
			Now: to(['Compare', 1]),
		},
		nodeTypes: {
			'bench.schedule': sourceNode([{}]),
			'bench.before': keptNode(run.before),
			[type]: nodeType,
			[compareType]: NodeTypes.load(loadCompiled(file).CompareDatasets),
		},
		credentialsHelper: run.credentialsHelper,
	});
	const compared = runData.Compare?.[0].data?.main.map((items) => items?.length ?? 0) ?? [];
	const now = runData.Now?.[0].data?.main[0]?.map(({ json }) => json) ?? [];
	const isCompared = compared.reduce((all, count) => all + count, 0) === now.length;
	if (error || !isCompared) throw new Error(`${error?.message}: ${compared} of ${now.length}`);
	return now;
}
