import type { FormRun } from '../../parameters/Form';
import { ExecutionMemory } from './ExecutionMemory';

/** The parents used last. One takes a few hundred bytes. */
const MAX_PARENTS = 1_000;

const memoriesOfParents = new Map<string, ExecutionMemory>();

/**
 * A memory that all executions of a sub-workflow share if one execution starts them, such as one for each item. n8n has no
 * place for it, so it is kept in the process. Undefined outside of sub-workflows.
 */
export function memoryOfParent(context: FormRun['context']): ExecutionMemory | undefined {
	const parent = context.getExecutionContext?.()?.parentExecutionId;
	if (parent === undefined) return undefined;
	const { id, name } = context.getNode();
	const key = JSON.stringify([parent, context.getWorkflow().id, id, name]);
	const memory = memoriesOfParents.get(key) ?? new ExecutionMemory({});
	// Moves to the end, so that the first one is the oldest.
	memoriesOfParents.delete(key);
	memoriesOfParents.set(key, memory);
	const [oldest] = memoriesOfParents.keys();
	if (memoriesOfParents.size > MAX_PARENTS) memoriesOfParents.delete(oldest);
	return memory;
}
