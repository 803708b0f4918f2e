import type { FormRun } from '../parameters/Form';
import { ExecutionMemory } from './memory/ExecutionMemory';

// The execution as n8n tells of it. For a sub-workflow, it names the node that started the outermost execution.

type Context = FormRun['context'];

const STARTED_BY_HAND = /\.(?:manualTrigger|manualChatTrigger|evaluationTrigger)$/;

const TRIGGER = /(?:Trigger|\.webhook|\.cron|\.interval|\.emailReadImap)$/;

/** Whether somebody started the execution in n8n's editor, or the execution that started this sub-workflow. */
export function isManual(context: Context): boolean {
	// Undefined in older versions of n8n.
	const { source, triggerNode, parentExecutionId } = context.getExecutionContext?.() ?? {};
	// The source of a Retry is that of the first execution.
	const isOfEditor = [context.getMode(), source].some(
		(mode) => mode === 'manual' || mode === 'evaluation',
	);
	if (isOfEditor || parentExecutionId === undefined || !triggerNode) return isOfEditor;
	// Only "Execute step" begins at a node that isn't a trigger.
	return STARTED_BY_HAND.test(triggerNode.type) || !TRIGGER.test(triggerNode.type);
}

/** The parents used last. One takes a few hundred bytes. */
const MAX_PARENTS = 1_000;

const memoriesOfParents = new Map<string, ExecutionMemory>();

/**
 * A memory that all executions of a sub-workflow share if one execution starts them, such as one for each item.
 * n8n has no place for it, so it is kept in the process. Undefined outside of sub-workflows.
 */
export function memoryOfParent(context: Context): ExecutionMemory | undefined {
	const parent = context.getExecutionContext?.()?.parentExecutionId;
	if (parent === undefined) return undefined;
	const { id, name } = context.getNode();
	const key = JSON.stringify([parent, context.getWorkflow().id, id, name]);
	const memory = memoriesOfParents.get(key) ?? new ExecutionMemory({});
	memoriesOfParents.delete(key);
	memoriesOfParents.set(key, memory);
	const [oldest] = memoriesOfParents.keys();
	if (memoriesOfParents.size > MAX_PARENTS) memoriesOfParents.delete(oldest);
	return memory;
}
