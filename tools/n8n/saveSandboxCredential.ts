import type { Sandbox } from '../../sandbox/startSandbox';
import type { CredentialInput, CredentialReference, N8nClient } from './N8nClient';

type Access = Pick<Sandbox, 'url' | 'apiKey'>;

/** Saves a credential for a sandbox in n8n. */
export async function saveSandboxCredential(
	client: N8nClient,
	sandbox: Access,
): Promise<CredentialReference> {
	return await client.saveCredential(credentialFor(sandbox));
}

export function credentialFor({ url, apiKey }: Access): CredentialInput {
	return {
		name: 'Mailroom account',
		type: 'mailroomApi',
		data: { baseUrl: url, apiKey, allowHttp: false },
	};
}
