import { saveSandboxCredential } from '../tools/n8n/saveSandboxCredential';
import type { CredentialReference, Login, N8nClient } from '../tools/n8n/N8nClient';

export type DemoCredentials = Record<
	'mailroomApi' | 'httpBasicAuth' | 'httpBearerAuth',
	CredentialReference
>;

/**
 * Creates the credentials of the examples in n8n, or brings them up to date: the sandbox for the Mailroom nodes, the login
 * of the forms that are not for everybody, and the token of the assistant.
 */
export async function saveCredentials(
	client: N8nClient,
	{
		sandbox,
		login,
		token,
	}: { sandbox: { url: string; apiKey: string }; login: Login; token: string },
): Promise<DemoCredentials> {
	return {
		mailroomApi: await saveSandboxCredential(client, sandbox),
		httpBasicAuth: await client.saveCredential({
			name: 'Form login',
			type: 'httpBasicAuth',
			data: { user: login.email, password: login.password },
		}),
		httpBearerAuth: await client.saveCredential({
			name: 'Assistant token',
			type: 'httpBearerAuth',
			data: { token },
		}),
	};
}
