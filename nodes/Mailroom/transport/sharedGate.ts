import { createHash } from 'node:crypto';
import { systemClock } from './clock';
import { Gate } from './Gate';

const gates = new Map<string, Gate>();

/** The one gate of this process for a service and key: all workflows and drop-downs share it. */
export function sharedGate(serviceAddress: string, apiKey: string): Gate {
	const name = createHash('sha256').update(`${serviceAddress}\n${apiKey}`).digest('hex');
	const gate = gates.get(name) ?? new Gate(systemClock);
	gates.set(name, gate);
	return gate;
}
