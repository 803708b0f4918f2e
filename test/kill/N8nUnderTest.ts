import type { N8nAccess } from '../../tools/runInN8n';
import type { Sandbox } from '../../sandbox/startSandbox';

export interface Surroundings {
	sandbox: Sandbox;
	say: (line: string) => void;
}

/** Killed at once, or asked to stop, for which n8n takes as long as it is set to. */
export type EndOfN8n = 'kill' | 'stop';

/** An n8n that can be killed while it runs a workflow. */
export interface N8nUnderTest {
	name: string;
	access: N8nAccess;
	/** Status of an execution whose process was killed, and of its Retry; undefined when n8n starts it anew by itself. */
	statuses?: Array<{ killed: string; retried: string }>;
	/** Kills the process that runs the execution, and starts it again. Resolves when it is ready. */
	crash: (executionId: string) => Promise<void>;
	stop: () => Promise<void>;
}

/** An n8n that is one process. */
export interface OneProcess extends N8nUnderTest {
	/** Ends the process and starts it again. */
	end: (way: EndOfN8n) => Promise<void>;
}
