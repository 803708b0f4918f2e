import { PollContext } from 'n8n-core';
import {
	Workflow,
	type IDataObject,
	type INodeParameters,
	type IPollFunctions,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
// With its ending: without it, a program takes the JSON file beside it.
import { MailroomTrigger } from '../../nodes/MailroomTrigger/MailroomTrigger.node.ts';
import { additionalData } from '../../tools/engine/additionalData';
import { CredentialsHelper, type Credential } from '../../tools/engine/CredentialsHelper';
import { NodeTypes } from '../../tools/engine/NodeTypes';

export interface TriggerSettings {
	credential: Credential;
	/** `lists` and the like, beside the events. */
	parameters?: INodeParameters;
	credentialId?: string;
	/** What n8n gives a poll; absent: an n8n that does not say. */
	budgetMs?: number;
	/** What n8n has kept of the polls before. */
	state?: IDataObject;
	/** Of its workflow; by default its own. */
	workflowId?: string;
}

let triggers = 0;

/** A trigger in a workflow, which n8n's own context for polls lets look at the service whenever a test says so. */
export class TestTrigger {
	/** What n8n keeps between the polls. */
	readonly state: IDataObject;

	readonly warnings: string[] = [];

	readonly workflowId: string;

	constructor(
		readonly events: string[],
		readonly settings: TriggerSettings,
	) {
		this.state = settings.state ?? {};
		this.workflowId = settings.workflowId ?? `engine test trigger ${++triggers}`;
	}

	/** Lets the trigger look. */
	async poll(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[]> {
		const nodeType = NodeTypes.load(MailroomTrigger);
		const context = this.context(mode);
		const output = await nodeType.poll?.call(context);
		if (output === null || output === undefined) return [];
		expect(output).toHaveLength(1);
		expect(output[0]).not.toEqual([]);
		return output[0].map(({ json }) => json);
	}

	private context(mode: WorkflowExecuteMode): IPollFunctions {
		const { credential, credentialId = '1', parameters = {}, budgetMs } = this.settings;
		const helper = new CredentialsHelper([new MailroomApi()], { mailroomApi: credential });
		const workflow = new Workflow({
			id: this.workflowId,
			name: 'Trigger test',
			active: true,
			nodes: [
				{
					id: 'trigger',
					name: 'Mailroom Trigger',
					type: 'n8n-nodes-mailroom.mailroomTrigger',
					typeVersion: 1,
					position: [0, 0],
					parameters: { events: this.events, ...parameters },
					credentials: { mailroomApi: { id: credentialId, name: 'Mailroom' } },
				},
			],
			connections: {},
			nodeTypes: new NodeTypes({
				'n8n-nodes-mailroom.mailroomTrigger': NodeTypes.load(MailroomTrigger),
			}),
		});
		const node = workflow.nodes['Mailroom Trigger'];
		const data = additionalData(helper, { mode });
		const own: [undefined, undefined, undefined, undefined] = [
			undefined,
			undefined,
			undefined,
			undefined,
		];
		const context = new PollContext(
			workflow,
			node,
			data,
			mode,
			'activate',
			...own,
			() => this.state,
			() => budgetMs ?? 0,
		);
		if (budgetMs === undefined) Object.assign(context, { getPollBudgetMs: undefined });
		context.logger.warn = (message: string) => void this.warnings.push(message);
		return context;
	}
}
