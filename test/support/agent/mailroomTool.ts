import type { CredentialReference } from '../../../tools/n8n/N8nClient';

export interface ToolSettings {
	credential: CredentialReference;
	onError?: 'continueRegularOutput' | 'stopWorkflow';
	/** Beside those that the model fills in. */
	parameters?: object;
}

/** Of the node that sends email. */
const SEND = 'Send email to any address in Mailroom';
/** The model sees it with underscores. */
export const SEND_FOR_MODEL = SEND.replaceAll(' ', '_');

/** Value that n8n's editor writes into a field for its button "Let the model define this parameter". */
const fromModel = (key: string) =>
	`={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;

/** The Mailroom node as a tool in a workflow: the model decides on the recipient, the subject and the body. */
export function sendTool({ parameters, ...settings }: ToolSettings) {
	return mailroomTool('n8n-nodes-mailroom.mailroomTool', SEND, {
		...settings,
		parameters: {
			...{ resource: 'email', operation: 'sendTransactional', to: fromModel('To') },
			...{ subject: fromModel('Subject'), body: fromModel('Body'), ...parameters },
		},
	});
}

/** The node that asks a reviewer before another tool is called. n8n has its own type for it. */
export function reviewTool(settings: ToolSettings) {
	return mailroomTool('n8n-nodes-mailroom.mailroomHitlTool', 'Mailroom', settings);
}

function mailroomTool(
	type: string,
	name: string,
	{ credential, parameters = {}, onError }: ToolSettings,
) {
	const credentials = { mailroomApi: credential };
	return { name, type, typeVersion: 1, parameters, credentials, onError };
}
