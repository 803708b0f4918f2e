import type { N8nAccess } from '../../tools/runInN8n';
import type { Sandbox } from '../../sandbox/startSandbox';

/** What it needs. */
export interface Surroundings {
	sandbox: Sandbox;
	say: (line: string) => void;
}

/** Killed at once, or asked to stop, for which n8n takes as long as it is set to. */
export type EndOfN8n = 'kill' | 'stop';

/** An n8n that can be killed while it runs a workflow. */
export interface N8nUnderTest {
	/** How it runs. */
	name: string;
	access: N8nAccess;
	/** What n8n makes of an execution whose process was killed, and of its Retry; undefined when it starts it anew by itself. */
	statuses?: Statuses[];
	/** Kills the process that runs the execution, and starts it again. Resolves when it is ready. */
	crash: (executionId: string) => Promise<void>;
	/** Where it is one process: ends it, in the way that is asked for, and starts it again. */
	end?: (way: EndOfN8n) => Promise<void>;
	stop: () => Promise<void>;
}

/** Of the execution that was killed, and of its Retry. */
export interface Statuses {
	killed: string;
	retried: string;
}
