import { isRunByAssistant, modesAbove } from '../n8nInternals';
import type { FormRun } from '../parameters/Form';

/** `internal`: n8n Agents run the node outside of a workflow, and don't tell a preview from a published agent. */
const BY_HAND = ['manual', 'evaluation', 'internal'];

const STARTED_BY_HAND = /\.(?:manualTrigger|manualChatTrigger|evaluationTrigger)$/;

const TRIGGER = /(?:Trigger|\.webhook|\.cron|\.interval|\.emailReadImap)$/;

/** ID of the execution that has started this one as a sub-workflow. */
export function parentOf(context: FormRun['context']): string | undefined {
	return context.getExecutionContext?.()?.parentExecutionId;
}

/** Whether somebody tries out the workflow, or the one that started this sub-workflow: in n8n's editor, with its assistant or an agent. */
export function isManual(context: FormRun['context']): boolean {
	// Undefined in older versions of n8n. In a sub-workflow, the node that started the outermost execution.
	const { source, triggerNode, parentExecutionId } = context.getExecutionContext?.() ?? {};
	// The source of a Retry is that of the first execution.
	const modes = [context.getMode(), source, ...modesAbove(context)];
	if (modes.some((mode) => mode !== undefined && BY_HAND.includes(mode))) return true;
	if (isRunByAssistant(context)) return true;
	if (parentExecutionId === undefined || !triggerNode) return false;
	// Only "Execute step" begins at a node that isn't a trigger.
	return STARTED_BY_HAND.test(triggerNode.type) || !TRIGGER.test(triggerNode.type);
}
