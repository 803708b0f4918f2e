import { randomUUID } from 'node:crypto';
import type { CredentialReference } from '../../tools/N8nClient';

export interface ToolSettings {
	/** Of the node; the model sees it with underscores. */
	name: string;
	parameters: object;
	credential: CredentialReference;
	onError?: 'continueRegularOutput';
	retryOnFail?: boolean;
	waitBetweenTries?: number;
}

/** The Mailroom node as a tool in a workflow. */
export function mailroomTool({ credential, ...settings }: ToolSettings) {
	return {
		...settings,
		id: randomUUID(),
		type: 'n8n-nodes-mailroom.mailroomTool',
		typeVersion: 1,
		position: [0, 200],
		credentials: { mailroomApi: credential },
	};
}
