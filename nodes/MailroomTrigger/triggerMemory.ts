import type { IPollFunctions } from 'n8n-workflow';
import { systemClock } from '../Mailroom/clock';
import { TurnWatch } from './TurnWatch';

/** Knowledge of a trigger that the process keeps. */
interface TriggerMemory {
	/** Those that run or wait. */
	polls: number;
	lastPoll: Promise<void>;
	readonly turnWatch: TurnWatch;
	/** Aborted when n8n publishes the workflow again. */
	publication: AbortController;
}

/** Grows by a few hundred bytes per trigger, as n8n doesn't tell when it switches a polling trigger off. */
const triggers = new Map<string, TriggerMemory>();

export function memoryOf(context: IPollFunctions): TriggerMemory {
	const key = `${context.getWorkflow().id}/${context.getNode().id}`;
	const known = triggers.get(key);
	if (known) return known;
	const memory = {
		polls: 0,
		lastPoll: Promise.resolve(),
		turnWatch: new TurnWatch(systemClock),
		publication: new AbortController(),
	};
	triggers.set(key, memory);
	return memory;
}
