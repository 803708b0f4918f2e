import { createHash } from 'node:crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { failedBy } from '../Mailroom/execution/failedBy';
import { nodeError } from '../Mailroom/execution/itemError';
import { systemClock } from '../Mailroom/transport/clock';
import { createClient, CREDENTIAL } from '../Mailroom/transport/createClient';
import { isFailed, type Failed } from '../Mailroom/transport/Outcome';
import { RequestGroup } from '../Mailroom/transport/gate/RequestGroup';
import { contactEvent } from './contactEvent';
import { isWanted, readEventFilter, type EventFilter } from './eventFilter';
import { pollBudget, type PollBudget } from './pollBudget';
import { sampleEvents } from './sampleEvents';
import { scanContacts } from './scanContacts';
import type { Snapshot } from './Snapshot';
import { deserializeSnapshot, emptySnapshot, serializeSnapshot } from './snapshotCodec';
import { TurnWatch } from './TurnWatch';

const SNAPSHOT = 'contacts';

interface PollResult {
	events: IDataObject[];
	/** n8n would lose the new state, although there are no events. */
	mustBeStored: boolean;
}

/** What the process knows of a trigger. */
interface TriggerMemory {
	lastPoll: Promise<void>;
	turns: TurnWatch;
}

const triggers = new Map<string, TriggerMemory>();

/** Returns samples for "Fetch Test Event". Throws NodeApiError or NodeOperationError. */
export async function poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const result = await pollOrSample(this).catch(failedBy);
	if (isFailed(result)) throw nodeError(result, this.getNode());
	const { events, mustBeStored } = result;
	if (events.length > 0) return [events.map((json) => ({ json }))];
	return mustBeStored ? emptyExecution(this) : null;
}

/** n8n stores the state with it. Without items, no other node runs, but "Always Output Data" would make one. */
function emptyExecution(context: IPollFunctions): INodeExecutionData[][] | null {
	return context.getNode().alwaysOutputData === true ? null : [[]];
}

async function pollOrSample(context: IPollFunctions): Promise<PollResult | Failed> {
	const filter = readEventFilter(context);
	if (context.getMode() !== 'manual') return await afterOthers(context, filter);
	const events = await sampleEvents(context, filter);
	return isFailed(events) ? events : { events, mustBeStored: false };
}

/** Parallel polls would find the same changes. */
async function afterOthers(
	context: IPollFunctions,
	filter: EventFilter,
): Promise<PollResult | Failed> {
	const budget = pollBudget(context);
	const start = systemClock.now();
	const deadline = AbortSignal.timeout(budget.ms);
	const memory = memoryOf(context);
	const own = memory.lastPoll.then(async () => {
		if (deadline.aborted) return { events: [], mustBeStored: false };
		const turn = { start, deadline, budget, turns: memory.turns };
		return await pollContacts(context, filter, turn);
	});
	const ignore = () => {};
	memory.lastPoll = own.then(ignore, ignore);
	const result = await own;
	if (!isFailed(result)) budget.onSuccess();
	return result;
}

function memoryOf(context: IPollFunctions): TriggerMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const known = triggers.get(key);
	if (known) return known;
	const memory = { lastPoll: Promise.resolve(), turns: new TurnWatch(systemClock) };
	triggers.set(key, memory);
	return memory;
}

interface Turn {
	start: number;
	deadline: AbortSignal;
	budget: PollBudget;
	turns: TurnWatch;
}

/** Stores the state only after a successful scan. */
async function pollContacts(
	context: IPollFunctions,
	filter: EventFilter,
	{ start, deadline, budget, turns }: Turn,
): Promise<PollResult | Failed> {
	const kept = context.getWorkflowStaticData('node');
	const client = await createClient(context, new RequestGroup(deadline, { isLowPriority: true }));
	const project = projectHash(context, client.settings.address);
	const snapshot = storedSnapshot(context, kept[SNAPSHOT], project);
	const { header } = snapshot;
	const wasBaseline = header.phase.kind === 'baseline';
	const result = await scanContacts(client, snapshot, deadline);
	if (typeof result === 'object') return result;
	if (result === 'noTurn') warnOfWait(context, turns.noteNoTurn(start));
	else turns.noteTurn();
	const now = new Date().toISOString();
	const events = snapshot.changes
		.filter((change) => isWanted(change, filter))
		.map((change) => contactEvent(change, header, now));
	if (events.length > 0) header.generation++;
	kept[SNAPSHOT] = serializeSnapshot(snapshot, filter.events.has('contactRemoved'));
	// A later scan finds the same changes again, but a first scan would find none.
	const mustBeStored = wasBaseline && result !== 'noTurn' && !budget.isPublishing;
	return { events, mustBeStored };
}

function warnOfWait(context: IPollFunctions, minutes: number | undefined): void {
	if (minutes === undefined) return;
	context.logger.warn(
		`"${context.getNode().name}" has waited ${minutes} minutes for its turn: other requests use up the service's rate limit. It finds no changes until they pause.`,
	);
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
