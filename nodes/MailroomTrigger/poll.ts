import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { nodeError } from '../Mailroom/execution/itemError';
import { look } from './look';
import { sampleEvents } from './sampleEvents';
import { readWatched } from './watched';

/** The part of its 45 s that n8n leaves to a poll; from 2.38 on it says so itself. */
const POLL_BUDGET_MS = 36_000;

/** The polls that are under way, by workflow and node. Each ends before the next one begins. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * The poll of the trigger; with "Fetch Test Event", a sample of its events.
 *
 * @throws NodeApiError or NodeOperationError, which n8n shows as the failure of the poll
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const watched = readWatched(this);
		const items =
			this.getMode() === 'manual'
				? await sampleEvents(this, watched)
				: await afterOthers(this, async (deadline) => await look(this, watched, deadline));
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} catch (error) {
		throw nodeError(error, this.getNode());
	}
}

/** Two looks at once would both find the same changes. */
async function afterOthers(
	context: IPollFunctions,
	lookUntil: (deadline: AbortSignal) => Promise<IDataObject[]>,
): Promise<IDataObject[]> {
	const deadline = AbortSignal.timeout(pollBudgetMs(context));
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	const own = (underWay.get(trigger) ?? Promise.resolve()).then(async () =>
		deadline.aborted ? [] : await lookUntil(deadline),
	);
	const ended = own.catch(() => {});
	underWay.set(trigger, ended);
	try {
		return await own;
	} finally {
		if (underWay.get(trigger) === ended) underWay.delete(trigger);
	}
}

function pollBudgetMs(context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
	return context.getPollBudgetMs?.() ?? POLL_BUDGET_MS;
}
