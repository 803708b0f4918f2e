import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	IPollFunctions,
	WorkflowExecuteMode,
} from 'n8n-workflow';

// All that the node uses of n8n beside its documented interface, read in version 2.40. Each function says what it is for, and what happens
// in a version that lacks it.

/**
 * Sets what n8n passes on in place of the node's output: after a wait whose time limit is over, and after a throw with "Continue". Without
 * it, n8n passes on the input.
 */
export function passOnInstead(context: IExecuteFunctions, items: INodeExecutionData[]): void {
	context.getExecuteData().data.main = [items];
}

interface WithTimeout {
	additionalData?: { executionTimeoutTimestamp?: unknown };
	getWorkflowSettings?(): { executionTimeout?: unknown };
}

/**
 * When n8n cancels the execution, by the timeout of the workflow or of n8n, in ms since 1970. Undefined without one. A version that doesn't
 * tell the time has that of the workflow's settings.
 *
 * @param startedAt when the node began, in ms since 1970
 */
export function executionTimeoutAt(context: object, startedAt: number): number | undefined {
	const { additionalData, getWorkflowSettings }: WithTimeout = context;
	const timestamp = additionalData?.executionTimeoutTimestamp;
	if (typeof timestamp === 'number') return timestamp;
	const seconds = Number(getWorkflowSettings?.call(context).executionTimeout);
	return seconds > 0 ? startedAt + 1000 * seconds : undefined;
}

interface WithCredentials {
	additionalData?: {
		credentialsHelper?: {
			getDecrypted?(...args: unknown[]): Promise<ICredentialDataDecryptedObject>;
		};
	};
}

/** A credential with its expressions. Undefined in a version that doesn't give it: then the first item's counts for all. */
export async function rawCredential(
	context: Pick<IExecuteFunctions, 'getNode' | 'getMode'>,
	name: string,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const { additionalData }: WithCredentials = context as object;
	const helper = additionalData?.credentialsHelper;
	const details = context.getNode().credentials?.[name];
	if (!helper?.getDecrypted || !details) return undefined;
	const mode = context.getMode();
	try {
		return await helper.getDecrypted(additionalData, details, name, mode, undefined, true);
	} catch {
		// The run then learns of it when it connects.
		return undefined;
	}
}

interface WithOrigin {
	additionalData?: { rootExecutionMode?: WorkflowExecuteMode };
	runExecutionData?: {
		parentExecution?: { executionContext?: { source?: WorkflowExecuteMode } };
		manualData?: { source?: string };
	} | null;
}

/**
 * The modes in which the executions above a sub-workflow were started: that of the outermost one, which n8n forgets while the sub-workflow
 * waits, and that of its parent, which it saves. Without them, a sub-workflow of a test webhook, a test form or the editor's chat looks like
 * one of a published workflow.
 */
export function modesAbove(context: object): Array<WorkflowExecuteMode | undefined> {
	const { additionalData, runExecutionData } = context as WithOrigin;
	const parent = runExecutionData?.parentExecution?.executionContext;
	return [additionalData?.rootExecutionMode, parent?.source];
}

/** Whether n8n's assistant runs a draft, for which the mode is that of a published workflow. Without it, the draft looks like one. */
export function isRunByAssistant(context: object): boolean {
	const { runExecutionData } = context as WithOrigin;
	return runExecutionData?.manualData?.source === 'instance_ai';
}

interface Internals {
	additionalData?: {
		[address: `${string}BaseUrl`]: unknown;
	};
	instanceSettings?: { instanceType?: string };
}

function internalsOf(context: object): Internals {
	return context;
}

/** Whether a worker of queue mode runs the execution: its timeout begins anew after a wait. Without it, it counts from the first start. */
export function isOnWorker(context: object): boolean {
	return internalsOf(context).instanceSettings?.instanceType === 'worker';
}

/**
 * Public addresses of n8n's webhooks, forms and other endpoints, to tell the path below which a proxy serves n8n. Without them, empty.
 */
export function endpointAddresses(context: object): string[] {
	return Object.entries(internalsOf(context).additionalData ?? {}).flatMap(([name, address]) =>
		/^(?:webhook|form|mcp)(?:Waiting)?BaseUrl$/.test(name) && typeof address === 'string'
			? [address]
			: [],
	);
}

/** Signs a link as if it began with another address than n8n's public one. Without the member, it begins with the public one. */
export function signedResumeUrlBelow(
	context: IExecuteFunctions,
	address: (publicAddress: string) => string,
	query: Record<string, string>,
): string {
	const { additionalData } = internalsOf(context);
	const webhookWaitingBaseUrl = additionalData?.webhookWaitingBaseUrl;
	if (typeof webhookWaitingBaseUrl !== 'string') return context.getSignedResumeUrl(query);
	const signing = Object.create(context, {
		additionalData: {
			value: Object.create(additionalData ?? null, {
				webhookWaitingBaseUrl: { value: address(webhookWaitingBaseUrl) },
			}) as object,
		},
	}) as IExecuteFunctions;
	return signing.getSignedResumeUrl(query);
}

/** How often n8n calls the node if it throws, as the documented setting "Max. Tries" does not tell. */
export function mostTries({ retryOnFail, maxTries }: INode): number {
	return retryOnFail === true ? Math.min(5, Math.max(2, maxTries || 3)) : 1;
}

/** n8n's budget for every poll that its newer scheduler has not started. */
const UNSCHEDULED_BUDGET_MS = 300_000;

/**
 * Whether n8n's newer scheduler has started the poll (`N8N_SCHEDULER_ENABLED` and `N8N_SCHEDULER_POLL_TRIGGERS_ENABLED`). It gives each poll
 * a new copy of the state, which it saves only with an execution, or with `N8N_POLLER_DURABLE_CURSORS_ENABLED` after every poll.
 * Nothing but the budget tells its polls from others: it is shorter than its lease of a poll, while others have n8n's five minutes.
 * Versions without budgets, before 2.38, have no such scheduler.
 */
export function isPollOfScheduler(context: IPollFunctions): boolean {
	const budgetMs = context.getPollBudgetMs?.();
	return budgetMs !== undefined && budgetMs !== UNSCHEDULED_BUDGET_MS;
}

/**
 * Lets n8n save the state of a poll without events while it publishes the workflow. With durable cursors, n8n does so after every other
 * poll, but not after this one. Without them, and in older versions, n8n saves it when it has published.
 */
export async function commitState(context: IPollFunctions): Promise<void> {
	await context.__commitCursor?.();
}
