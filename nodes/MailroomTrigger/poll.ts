import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { createClient, CREDENTIAL } from '../Mailroom/transport/createClient';
import { failedBy } from '../Mailroom/execution/failedBy';
import { nodeError } from '../Mailroom/execution/itemError';
import { isFailed, type Failed } from '../Mailroom/transport/Outcome';
import { RequestGroup } from '../Mailroom/transport/gate/RequestGroup';
import { contactEvent } from './contactEvent';
import { isWanted, readEventFilter, type EventFilter } from './eventFilter';
import { sampleEvents } from './sampleEvents';
import { scanContacts } from './scanContacts';
import type { Snapshot } from './Snapshot';
import { deserializeSnapshot, emptySnapshot, serializeSnapshot } from './snapshotCodec';

/** n8n abandons a poll after 45 s; from 2.38 on, it gives a budget. */
const POLL_BUDGET_MS = 36_000;

const SNAPSHOT = 'contacts';

/** By trigger. */
const lastPolls = new Map<string, Promise<void>>();

/** Returns samples for "Fetch Test Event". Throws NodeApiError or NodeOperationError. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const items = await pollOrSample(this).catch(failedBy);
	if (isFailed(items)) throw nodeError(items, this.getNode());
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

async function pollOrSample(context: IPollFunctions): Promise<IDataObject[] | Failed> {
	const filter = readEventFilter(context);
	const isTest = context.getMode() === 'manual';
	return await (isTest ? sampleEvents(context, filter) : afterOthers(context, filter));
}

/** Parallel polls would find the same changes. */
async function afterOthers(
	context: IPollFunctions,
	filter: EventFilter,
): Promise<IDataObject[] | Failed> {
	const deadline = AbortSignal.timeout(context.getPollBudgetMs?.() ?? POLL_BUDGET_MS);
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	const own = (lastPolls.get(trigger) ?? Promise.resolve()).then(async () =>
		deadline.aborted ? [] : await pollContacts(context, filter, deadline),
	);
	const ignore = () => {};
	lastPolls.set(trigger, own.then(ignore, ignore));
	return await own;
}

/** Stores the state only after a successful scan. */
async function pollContacts(
	context: IPollFunctions,
	filter: EventFilter,
	deadline: AbortSignal,
): Promise<IDataObject[] | Failed> {
	const kept = context.getWorkflowStaticData('node');
	const client = await createClient(context, new RequestGroup(deadline, { isLowPriority: true }));
	const project = projectHash(context, client.settings.address);
	const snapshot = storedSnapshot(context, kept[SNAPSHOT], project);
	const failed = await scanContacts(client, snapshot, deadline);
	if (failed) return failed;
	const { header, changes } = snapshot;
	const now = new Date().toISOString();
	const events = changes
		.filter((change) => isWanted(change, filter))
		.map((change) => contactEvent(change, header, now));
	if (events.length > 0) header.generation++;
	kept[SNAPSHOT] = serializeSnapshot(snapshot, filter.events.has('contactRemoved'));
	return events;
}

/** With another service or credential, the snapshot starts over. */
function projectHash(context: IPollFunctions, address: string): string {
	const { id = '' } = context.getNode().credentials?.[CREDENTIAL] ?? {};
	return createHash('sha256').update(`${address}\n${id}`).digest('base64').slice(0, 8);
}

function storedSnapshot(context: IPollFunctions, state: unknown, project: string): Snapshot {
	try {
		const stored = state === undefined ? undefined : deserializeSnapshot(state);
		if (stored?.header.project === project) return stored;
	} catch {
		context.logger.warn(
			`"${context.getNode().name}" can't read its stored state and starts over: changes since its last scan go unnoticed`,
		);
	}
	return emptySnapshot(project);
}
