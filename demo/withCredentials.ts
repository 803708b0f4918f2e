import type { CredentialReference, NodeInput, WorkflowInput } from '../tools/n8n/N8nClient';

type CredentialType = 'mailroomApi' | 'postgres' | 'httpBasicAuth' | 'httpBearerAuth';

export type Credentials = Partial<Record<CredentialType, CredentialReference>>;

/**
 * The examples hold no credentials: n8n then adds the user's own to what is imported, and tells where one is
 * missing.
 */
export function withCredentials(workflow: WorkflowInput, credentials: Credentials): WorkflowInput {
	const nodes = workflow.nodes.map((node) => {
		const type = credentialType(node);
		const credential = type && credentials[type];
		return credential ? { ...node, credentials: { [type]: credential } } : node;
	});
	return { ...workflow, nodes };
}

/** Whether every node that needs a credential can have one. n8n publishes no other workflow. */
export function haveAll(credentials: Credentials, { nodes }: WorkflowInput) {
	return nodes.every((node) => {
		const type = credentialType(node);
		return type === undefined || credentials[type] !== undefined;
	});
}

function credentialType({ type, parameters }: NodeInput): CredentialType | undefined {
	if (type?.startsWith('n8n-nodes-mailroom.')) return 'mailroomApi';
	if (type === 'n8n-nodes-base.postgres') return 'postgres';
	const { authentication } = parameters as { authentication?: string };
	if (authentication === 'basicAuth') return 'httpBasicAuth';
	return authentication === 'bearerAuth' ? 'httpBearerAuth' : undefined;
}
