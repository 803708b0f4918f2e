import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeExecutionData,
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
