import { randomUUID } from 'node:crypto';
import type { CredentialReference, WorkflowInput } from '../../tools/n8n/N8nClient';

export const TRIGGER = 'Mailroom Trigger';

/** Tests let it poll by publishing the workflow. */
const ONCE_A_WEEK = { mode: 'everyWeek', weekday: '1', hour: 4, minute: 0 };

/**
 * A workflow that a trigger starts, with "Next" behind it.
 *
 * @param parameters of the trigger
 */
export function triggerWorkflow(
	parameters: object,
	credential: CredentialReference,
): WorkflowInput {
	return {
		name: `Trigger ${randomUUID()}`,
		nodes: [
			{
				id: randomUUID(),
				name: TRIGGER,
				type: 'n8n-nodes-mailroom.mailroomTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: { pollTimes: { item: [ONCE_A_WEEK] }, ...parameters },
				credentials: { mailroomApi: credential },
			},
			{
				id: randomUUID(),
				name: 'Next',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
				position: [224, 0],
				parameters: {},
			},
		],
		connections: { [TRIGGER]: { main: [[{ node: 'Next', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1' },
	};
}
