import { createHash } from 'node:crypto';
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { createClient } from '../Mailroom/client/createClient';
import { CREDENTIAL } from '../Mailroom/client/sendThroughN8n';
import type { Failed } from '../Mailroom/transport/Outcome';
import { RequestGroup } from '../Mailroom/transport/gate/RequestGroup';
import { contactEvent } from './contactEvent';
import { isWanted, type EventFilter } from './eventFilter';
import type { PollKind } from './pollBudget';
import { scanContacts } from './scan/scanContacts';
import type { Snapshot } from './scan/Snapshot';
import { deserializeSnapshot, emptySnapshot, serializeSnapshot } from './scan/snapshotCodec';
import type { TurnWatch } from './TurnWatch';

const SNAPSHOT = 'contacts';

export interface PollResult {
	events: IDataObject[];
	/** n8n would lose the new state, although there are no events. */
	mustBeStored: boolean;
	/** The first scan has pages left, or had no turn. */
	isUnfinished: boolean;
}

export interface PollTime {
	deadline: AbortSignal;
	kind: PollKind;
}

interface QueuedPoll extends PollTime {
	/** By the clock. */
	queuedAt: number;
	turnWatch: TurnWatch;
}

/** Stores the state, also of a scan that the deadline has stopped, but not after a failure. */
export async function pollContacts(
	context: IPollFunctions,
	filter: EventFilter,
	{ queuedAt, deadline, kind, turnWatch }: QueuedPoll,
): Promise<PollResult | Failed> {
	const staticData = context.getWorkflowStaticData('node');
	const client = await createClient(context, new RequestGroup(deadline, { isLowPriority: true }));
	const project = projectHash(context, client.settings.address);
	const snapshot = storedSnapshot(context, staticData[SNAPSHOT], project);
	const { header } = snapshot;
	const wasBaseline = header.phase.kind === 'baseline';
	const result = await scanContacts(client, snapshot, deadline);
	if (typeof result === 'object') return result;
	if (result === 'noTurn') {
		warnOfWait(context, turnWatch.noteNoTurn(queuedAt));
		// The state stays as it is: another poll may have stored a newer one.
		return { events: [], mustBeStored: false, isUnfinished: wasBaseline };
	}
	turnWatch.noteTurn();
	const now = new Date().toISOString();
	const events = snapshot.changes
		.filter((change) => isWanted(change, filter))
		.map((change) => contactEvent(change, header, now));
	if (events.length > 0) header.generation++;
	const state = serializeSnapshot(snapshot, filter.events.has('contactRemoved'));
	const hasChanged = JSON.stringify(state) !== JSON.stringify(staticData[SNAPSHOT]);
	staticData[SNAPSHOT] = state;
	const isForgotten = {
		publishing: false,
		// A later scan finds the same changes again, but a first scan would find none.
		resident: wasBaseline,
		// A scan would begin anew, nobody would be missing twice, and who has joined a list unnoticed could not leave it.
		scheduled: hasChanged,
	};
	const isUnfinished = wasBaseline && result === 'stopped';
	return { events, mustBeStored: isForgotten[kind], isUnfinished };
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
