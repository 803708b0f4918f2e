import type { FormRun } from '../parameters/Form';

const STARTED_BY_HAND = /\.(?:manualTrigger|manualChatTrigger|evaluationTrigger)$/;

const TRIGGER = /(?:Trigger|\.webhook|\.cron|\.interval|\.emailReadImap)$/;

/** Whether somebody started the execution in n8n's editor, or the execution that started this sub-workflow. */
export function isManual(context: FormRun['context']): boolean {
	// Undefined in older versions of n8n. In a sub-workflow, the node that started the outermost execution.
	const { source, triggerNode, parentExecutionId } = context.getExecutionContext?.() ?? {};
	// The source of a Retry is that of the first execution.
	const isOfEditor = [context.getMode(), source].some(
		(mode) => mode === 'manual' || mode === 'evaluation',
	);
	if (isOfEditor || parentExecutionId === undefined || !triggerNode) return isOfEditor;
	// Only "Execute step" begins at a node that isn't a trigger.
	return STARTED_BY_HAND.test(triggerNode.type) || !TRIGGER.test(triggerNode.type);
}
