import type { FormRun } from '../../parameters/Form';
import { ExecutionEntries } from '../../ExecutionEntries';

/** The parents used last. One takes a few hundred bytes. */
const MAX_PARENTS = 1_000;

const entriesByParent = new Map<string, ExecutionEntries>();

/** Entries of this execution, and those that it shares with others that count as the same. Of all that share some, the last ones are the same. */
export function entriesOfExecution(context: FormRun['context']): ExecutionEntries[] {
	const shared = entriesOfParent(context);
	const own = ExecutionEntries.in(context);
	return shared ? [own, shared] : [own];
}

/**
 * Entries that all executions of a sub-workflow share if one execution starts them, such as one for each item. n8n has no
 * place for them, so they are kept in the process. Undefined outside of sub-workflows.
 */
function entriesOfParent(context: FormRun['context']): ExecutionEntries | undefined {
	const parent = context.getExecutionContext?.()?.parentExecutionId;
	if (parent === undefined) return undefined;
	const { id, name } = context.getNode();
	const key = JSON.stringify([parent, context.getWorkflow().id, id, name]);
	const entries = entriesByParent.get(key) ?? new ExecutionEntries({});
	// Moves to the end, so that the first one is the oldest.
	entriesByParent.delete(key);
	entriesByParent.set(key, entries);
	const [oldest] = entriesByParent.keys();
	if (entriesByParent.size > MAX_PARENTS) entriesByParent.delete(oldest);
	return entries;
}
