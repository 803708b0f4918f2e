import type { IPollFunctions } from 'n8n-workflow';
import { isPollOfScheduler } from '../Mailroom/n8nInternals';

/** n8n before 2.38 names no budget, and abandons a poll after 45 s. */
const DEFAULT_BUDGET_MS = 36_000;

/** After 84 s, n8n says that publishing has failed, and the trigger starts no executions. */
const PUBLISHING_BUDGET_MS = 60_000;

/**
 * What becomes of the state after a poll without events:
 *
 * - `publishing`: n8n stores it when it has published the workflow.
 * - `resident`: n8n keeps it in memory, and stores it with the next execution.
 * - `scheduled`: n8n's newer scheduler forgets it, unless there is an execution or n8n has durable cursors.
 */
export type PollKind = 'publishing' | 'resident' | 'scheduled';

/** Contexts and static data of polls that have ended well. n8n makes new ones whenever it publishes, but some versions keep only one of both. */
const ended = new WeakSet<object>();

export interface PollBudget {
	ms: number;
	kind: PollKind;
	/** Must be called after a poll without a failure, as n8n repeats others while it publishes. */
	onSuccess: () => void;
}

/** n8n polls once while it publishes, and waits for that poll. It doesn't say which one this is: the first with this context and static data. */
export function pollBudget(context: IPollFunctions): PollBudget {
	const ms = context.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
	const kind = kindOf(context);
	return {
		ms: kind === 'publishing' ? Math.min(ms, PUBLISHING_BUDGET_MS) : ms,
		kind,
		onSuccess: () => {
			for (const object of objectsOf(context)) ended.add(object);
		},
	};
}

function kindOf(context: IPollFunctions): PollKind {
	if (isPollOfScheduler(context)) return 'scheduled';
	return objectsOf(context).some((object) => ended.has(object)) ? 'resident' : 'publishing';
}

function objectsOf(context: IPollFunctions): object[] {
	return [context, context.getWorkflowStaticData('node')];
}
