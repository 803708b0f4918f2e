import type {
	IDataObject,
	INode,
	INodeParameters,
	IPollFunctions,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { MailroomApi } from '../../credentials/MailroomApi.credentials';
// With its ending: without it, a program takes the JSON file beside it.
import { MailroomTrigger } from '../../nodes/MailroomTrigger/MailroomTrigger.node.ts';
import { CredentialsHelper, type Credential } from '../../tools/engine/CredentialsHelper';
import { NodeTypes } from '../../tools/engine/NodeTypes';
import { pollContext } from '../../tools/engine/pollContext';

export interface TriggerSettings {
	credential: Credential;
	/** `lists` and the like, beside the events. */
	parameters?: INodeParameters;
	credentialId?: string;
	/** Time budget of a poll; absent for an n8n without budgets. */
	budgetMs?: number;
	/** State of earlier polls. */
	state?: IDataObject;
	/** Of its workflow; by default its own. */
	workflowId?: string;
	/** Settings of the node. */
	node?: Partial<INode>;
	/** Called when the trigger lets n8n save its state: by an execution without items after its poll, or without one. */
	onSave?: (by: 'execution' | 'cursor') => void;
}

let triggers = 0;

/** A trigger in a workflow, which n8n's own context for polls lets poll the service whenever a test says so. */
export class TestTrigger {
	/** State that n8n keeps between polls. */
	readonly state: IDataObject;

	readonly warnings: string[] = [];

	/** Polls that gave an execution without items, with which n8n stores the state. */
	emptyExecutions = 0;

	/** Polls that started an execution. */
	outputs = 0;

	readonly workflowId: string;

	constructor(
		readonly events: string[],
		readonly settings: TriggerSettings,
	) {
		this.state = settings.state ?? {};
		this.workflowId = settings.workflowId ?? `engine test trigger ${++triggers}`;
	}

	/** Lets the trigger poll. */
	async poll(mode: WorkflowExecuteMode = 'trigger'): Promise<IDataObject[]> {
		const output = await NodeTypes.load(MailroomTrigger).poll?.call(this.context(mode));
		if (output === null || output === undefined) return [];
		expect(output).toHaveLength(1);
		this.outputs++;
		if (output[0].length === 0) this.emptyExecutions++;
		return output[0].map(({ json }) => json);
	}

	private context(mode: WorkflowExecuteMode): IPollFunctions {
		const { state, workflowId, events } = this;
		const { credential, credentialId = '1', parameters, budgetMs, node } = this.settings;
		const context = pollContext({
			...{ state, workflowId, credentialId, mode, budgetMs, node },
			nodeType: NodeTypes.load(MailroomTrigger),
			credentialsHelper: new CredentialsHelper([new MailroomApi()], { mailroomApi: credential }),
			parameters: { events, ...parameters },
		});
		context.__emit = (data) => {
			expect(data).toEqual([[]]);
			this.emptyExecutions++;
			this.settings.onSave?.('execution');
		};
		context.__commitCursor = async () => await Promise.resolve(this.settings.onSave?.('cursor'));
		context.logger.warn = (message: string) => void this.warnings.push(message);
		return context;
	}
}
