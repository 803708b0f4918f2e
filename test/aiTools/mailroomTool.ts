import type { CredentialReference } from '../../tools/n8n/N8nClient';

export interface ToolSettings {
	/** Of the node; the model sees it with underscores. */
	name: string;
	parameters: object;
	credential: CredentialReference;
	onError?: 'continueRegularOutput' | 'stopWorkflow';
}

/** Name that n8n gives the node for the review of other tools. */
export function reviewTool(settings: ToolSettings) {
	return { ...mailroomTool(settings), type: 'n8n-nodes-mailroom.mailroomHitlTool' };
}

/** The Mailroom node as a tool in a workflow. */
export function mailroomTool({ credential, ...settings }: ToolSettings) {
	return {
		...settings,
		type: 'n8n-nodes-mailroom.mailroomTool',
		typeVersion: 1,
		credentials: { mailroomApi: credential },
	};
}
