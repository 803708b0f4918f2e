import type { GateRequest, Sender } from './GateRequest';
import type { RequestGroup } from './RequestGroup';

type Started = Pick<GateRequest, 'kind' | keyof Sender>;

/**
 * Whose turn it is to try in an outage, as its cause may be a connection (a proxy), a workflow or a run (what they send). Each is
 * remembered by when it last started, until it is answered. The one longest ago goes first, one that was just answered before all.
 */
export class LastTries {
	private readonly connections = new Map<string, number>();
	private readonly workflows = new Map<string, number>();
	private readonly runs = new WeakMap<RequestGroup, number>();

	/** A read says nothing about what is written. */
	started({ kind, connectionName, workflowName, group }: Started, now: number): void {
		this.connections.set(connectionName, now);
		if (kind !== 'write') return;
		this.workflows.set(workflowName, now);
		this.runs.set(group, now);
	}

	answered({ kind, connectionName, workflowName, group }: Started): void {
		this.connections.delete(connectionName);
		if (kind !== 'write') return;
		this.workflows.delete(workflowName);
		this.runs.delete(group);
	}

	/** Negative if the first goes first. */
	compare(one: Sender, other: Sender): number {
		const triedAt = ({ connectionName, workflowName, group }: Sender) => [
			this.connections.get(connectionName) ?? 0,
			this.workflows.get(workflowName) ?? 0,
			this.runs.get(group) ?? 0,
		];
		const others = triedAt(other);
		const gaps = triedAt(one).map((at, index) => at - others[index]);
		return gaps.find((gap) => gap !== 0) ?? 0;
	}
}
