import type { IDataObject, IPollFunctions } from 'n8n-workflow';

/** n8n before 2.38 names no budget, and abandons a poll after 45 s. */
const DEFAULT_BUDGET_MS = 36_000;

/** After 84 s, n8n says that publishing has failed, and the trigger starts no executions. */
const PUBLISHING_BUDGET_MS = 60_000;

/** Static data of the workflows that n8n has published. It reads them again whenever it publishes. */
const publishedStates = new WeakSet<IDataObject>();

export interface PollBudget {
	ms: number;
	/** n8n publishes the workflow, and stores the state when that ends. */
	isPublishing: boolean;
	/** Must be called after a poll without a failure, as n8n repeats others while it publishes. */
	onSuccess: () => void;
}

/** n8n polls once while it publishes, and waits for that poll. It doesn't say which one this is: the first with this static data. */
export function pollBudget(context: IPollFunctions): PollBudget {
	const state = context.getWorkflowStaticData('node');
	const budgetMs = context.getPollBudgetMs?.();
	// n8n's newer scheduler reads the static data for each poll. Its budgets are below a minute, but not those of publishing.
	const isScheduled = budgetMs !== undefined && budgetMs <= PUBLISHING_BUDGET_MS;
	const isPublishing = !isScheduled && !publishedStates.has(state);
	const ms = budgetMs ?? DEFAULT_BUDGET_MS;
	return {
		ms: isPublishing ? Math.min(ms, PUBLISHING_BUDGET_MS) : ms,
		isPublishing,
		onSuccess: () => void publishedStates.add(state),
	};
}
