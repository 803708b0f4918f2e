/**
 * @typedef {import('./n8nClient').CredentialReference} CredentialReference
 * @typedef {Record<'mailroomApi' | 'httpBasicAuth' | 'httpBearerAuth', CredentialReference>} DemoCredentials
 */

/**
 * Creates the credentials of the examples in n8n, or brings them up to date: the sandbox for the Mailroom nodes, the login
 * of the forms that are not for everybody, and the token of the assistant.
 *
 * @param {import('./n8nClient').N8nClient} client
 * @param {object} options
 * @param {{ url: string, apiKey: string }} options.sandbox
 * @param {import('./n8nClient').Login} options.login
 * @param {string} options.token
 * @returns {Promise<DemoCredentials>}
 */
async function saveCredentials(client, { sandbox, login, token }) {
	return {
		mailroomApi: await client.saveCredential({
			name: 'Mailroom account',
			type: 'mailroomApi',
			data: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, allowHttp: false },
		}),
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

module.exports = { saveCredentials };
