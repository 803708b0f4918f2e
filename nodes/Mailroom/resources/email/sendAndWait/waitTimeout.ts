import type { IExecuteFunctions } from 'n8n-workflow';
import { executionTimeoutAt, isOnWorker } from '../../../n8nInternals';
import { InvalidParameter } from '../../../parameters/InvalidParameter';
import { systemClock } from '../../../clock';
import { LIMIT_WAIT_TIME } from './limitWaitTime';

// After a time limit, n8n counts the timeout of the execution from its first start. If it has passed, n8n cancels the execution. After a
// reply, the timeout begins anew.

/** In n8n's context of the execution. */
interface Remembered {
	/** Tells a Retry, which gets the context of the failed execution. */
	executionId: string;
	timeoutAt: number;
}

const REMEMBERED = 'mailroomTimeout';

/** @throws InvalidParameter if n8n would cancel the execution before a wait ends at `until` */
export function assertBeforeTimeout(context: IExecuteFunctions, until: Date): void {
	const cancelsAt = cancelsWaitAt(context);
	if (cancelsAt === undefined || until.getTime() <= cancelsAt) return;
	const isOfWorkflow = (context.getWorkflowSettings().executionTimeout ?? 0) > 0;
	throw new InvalidParameter(
		LIMIT_WAIT_TIME,
		isOfWorkflow
			? "ends after the workflow's timeout, when n8n cancels the execution"
			: "ends after n8n's timeout (EXECUTIONS_TIMEOUT), when n8n cancels the execution",
		isOfWorkflow
			? 'Set a shorter limit, or in the settings of the workflow a longer "Timeout Workflow". n8n allows at most EXECUTIONS_TIMEOUT_MAX'
			: 'Set a shorter limit, or ask whoever runs n8n for a longer timeout',
	);
}

/** In ms since 1970. Undefined if no timeout counts after a wait. */
function cancelsWaitAt(context: IExecuteFunctions): number | undefined {
	const now = executionTimeoutAt(context, systemClock.timeOfDay());
	if (now === undefined || isOnWorker(context)) return undefined;
	return Math.min(now, ofFirstStart(context) ?? now, rememberedIn(context, now));
}

/** If the execution has waited in another node before. Only known for a timeout of the workflow. */
function ofFirstStart(context: IExecuteFunctions): number | undefined {
	const { executionTimeout = 0 } = context.getWorkflowSettings();
	const startedAt = context.getExecutionContext?.()?.establishedAt;
	// A Retry has the start of the failed execution.
	if (!startedAt || executionTimeout <= 0 || context.getMode() === 'retry') return undefined;
	return startedAt + 1000 * executionTimeout;
}

/** The timeout that was known to the first question of the execution. */
function rememberedIn(context: IExecuteFunctions, now: number): number {
	const ofExecution = context.getContext('flow');
	const executionId = context.getExecutionId();
	const remembered = ofExecution[REMEMBERED] as Remembered | undefined;
	if (remembered?.executionId === executionId) return remembered.timeoutAt;
	ofExecution[REMEMBERED] = { executionId, timeoutAt: now } satisfies Remembered;
	return now;
}
