import type { Sandbox } from '../sandbox/startSandbox';
import type { CredentialReference, N8nClient } from './N8nClient';

/** Gives an n8n the credential for a sandbox. */
export async function saveSandboxCredential(
	client: N8nClient,
	{ url, apiKey }: Pick<Sandbox, 'url' | 'apiKey'>,
): Promise<CredentialReference> {
	return await client.saveCredential({
		name: 'Mailroom account',
		type: 'mailroomApi',
		data: { baseUrl: url, apiKey, allowHttp: false },
	});
}
