import { createHash } from 'node:crypto';
import type { Clock } from '../../clock';
import { Gate } from './Gate';

const gates = new Map<string, Gate>();

/** This process's gate for a service and key. */
export function sharedGate(serviceAddress: string, apiKey: string, clock: Clock): Gate {
	const name = createHash('sha256').update(`${serviceAddress}\n${apiKey}`).digest('hex');
	const gate = gates.get(name) ?? new Gate(clock);
	gates.set(name, gate);
	return gate;
}
