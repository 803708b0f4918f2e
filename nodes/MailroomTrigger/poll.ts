import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { serviceAddress } from '../../credentials/serviceAddress';
import { createClient, CREDENTIAL } from '../Mailroom/transport/createClient';
import { nodeError } from '../Mailroom/execution/itemError';
import { RunQueue } from '../Mailroom/transport/RunQueue';
import { contactEvent } from './contactEvent';
import { isWanted, readEventFilter, type EventFilter } from './eventFilter';
import { sampleEvents } from './sampleEvents';
import { scanContacts } from './scanContacts';
import type { Snapshot } from './Snapshot';
import { deserializeSnapshot, emptySnapshot, serializeSnapshot } from './snapshotCodec';

/** The part of its 45 s that n8n leaves to a poll; from 2.38 on it says so itself. */
const POLL_BUDGET_MS = 36_000;

/** The word of the node's static data under which n8n keeps the snapshot. */
const SNAPSHOT = 'contacts';

/** The polls that are in progress, by workflow and node. */
const polls = new Map<string, Promise<unknown>>();

/**
 * The poll of the trigger; with "Fetch Test Event", a sample of its events.
 *
 * @throws NodeApiError or NodeOperationError, which n8n shows as the failure of the poll
 */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const filter = readEventFilter(this);
		const isTest = this.getMode() === 'manual';
		const items = await (isTest ? sampleEvents(this, filter) : afterOthers(this, filter));
		return items.length > 0 ? [items.map((json) => ({ json }))] : null;
	} catch (error) {
		throw nodeError(error, this.getNode());
	}
}

/** Lets one poll end before the next begins: two at once would both find the same changes. */
async function afterOthers(context: IPollFunctions, filter: EventFilter): Promise<IDataObject[]> {
	const deadline = AbortSignal.timeout(context.getPollBudgetMs?.() ?? POLL_BUDGET_MS);
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	const own = (polls.get(trigger) ?? Promise.resolve()).then(async () =>
		deadline.aborted ? [] : await pollContacts(context, filter, deadline),
	);
	const ended = own.catch(() => {});
	polls.set(trigger, ended);
	try {
		return await own;
	} finally {
		if (polls.get(trigger) === ended) polls.delete(trigger);
	}
}

/** The state that n8n keeps changes only at the end, so that a scan that fails has not been. */
async function pollContacts(
	context: IPollFunctions,
	filter: EventFilter,
	deadline: AbortSignal,
): Promise<IDataObject[]> {
	const address = serviceAddress(await context.getCredentials(CREDENTIAL));
	const kept = context.getWorkflowStaticData('node');
	const keepsAddresses = filter.events.has('contactRemoved');
	const snapshot = keptSnapshot(context, kept[SNAPSHOT], { address, keepsAddresses });
	const client = await createClient(context, new RunQueue(undefined, { isLowPriority: true }));
	await scanContacts(client, snapshot, deadline);
	const { header, changes } = snapshot;
	const now = new Date().toISOString();
	const events = changes
		.filter((change) => isWanted(change, filter))
		.map((change) => contactEvent(change, header, now));
	if (events.length > 0) header.generation++;
	kept[SNAPSHOT] = serializeSnapshot(snapshot);
	return events;
}

/** Another service or credential is another project, of which nothing is known. */
function keptSnapshot(
	context: IPollFunctions,
	state: unknown,
	{ address, keepsAddresses }: { address: string; keepsAddresses: boolean },
): Snapshot {
	const { id = '' } = context.getNode().credentials?.[CREDENTIAL] ?? {};
	const project = createHash('sha256').update(`${address}\n${id}`).digest('base64').slice(0, 8);
	if (state === undefined) return emptySnapshot(project, keepsAddresses);
	try {
		const snapshot = deserializeSnapshot(state, keepsAddresses);
		if (snapshot.header.project === project) return snapshot;
	} catch {
		context.logger.warn(
			`"${context.getNode().name}" cannot read its stored state and starts over: changes since its last scan are not noticed`,
		);
	}
	return emptySnapshot(project, keepsAddresses);
}
