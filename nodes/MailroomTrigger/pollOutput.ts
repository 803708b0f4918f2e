import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { PollResult } from './pollContacts';

/** @returns null for no execution */
export function pollOutput(
	context: IPollFunctions,
	{ events, mustBeStored }: PollResult,
): INodeExecutionData[][] | null {
	if (events.length > 0) return [events.map((json) => ({ json }))];
	if (!mustBeStored) return null;
	// n8n stores the state with an execution. Without items, no other node runs, but "Always Output Data" would make one.
	const { alwaysOutputData, name } = context.getNode();
	if (alwaysOutputData !== true) return [[]];
	context.logger.warn(
		`"${name}" has "Always Output Data" on, so n8n may forget its last scan. Turn it off in the node's settings.`,
	);
	return null;
}
