import { PollContext } from 'n8n-core';
import {
	Workflow,
	type ICredentialsHelper,
	type IDataObject,
	type INode,
	type INodeParameters,
	type INodeType,
	type IPollFunctions,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { additionalData } from './additionalData';
import { NodeTypes } from './NodeTypes';

const TYPE = 'n8n-nodes-mailroom.mailroomTrigger';

/** A poll of the trigger. */
export interface Poll {
	nodeType: INodeType;
	credentialsHelper: ICredentialsHelper;
	parameters: INodeParameters;
	/** State that n8n keeps between polls. The node changes it. */
	state: IDataObject;
	workflowId: string;
	credentialId: string;
	mode: WorkflowExecuteMode;
	/** Time budget of the poll; undefined for an n8n without budgets. */
	budgetMs?: number;
	/** Settings of the node. */
	node?: Partial<INode>;
}

/** Context that n8n passes to a trigger for a poll. */
export const pollContext = (poll: Poll): IPollFunctions => {
	const { nodeType, credentialsHelper, parameters, state, workflowId, credentialId, mode } = poll;
	const { budgetMs, node } = poll;
	const workflow = new Workflow({
		id: workflowId,
		name: 'Trigger',
		active: true,
		nodes: [
			{
				id: 'trigger',
				name: 'Mailroom Trigger',
				type: TYPE,
				typeVersion: 1,
				position: [0, 0],
				parameters,
				credentials: { mailroomApi: { id: credentialId, name: 'Mailroom' } },
				...node,
			},
		],
		connections: {},
		nodeTypes: new NodeTypes({ [TYPE]: nodeType }),
	});
	const own = [undefined, undefined, undefined, undefined] as const;
	const context = new PollContext(
		workflow,
		workflow.nodes['Mailroom Trigger'],
		additionalData(credentialsHelper, { mode }),
		mode,
		'activate',
		...own,
		() => state,
		() => budgetMs ?? 0,
	);
	if (budgetMs === undefined) Object.assign(context, { getPollBudgetMs: undefined });
	return context;
};
