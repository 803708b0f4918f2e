import { startSandbox, type Sandbox } from '../../sandbox/startSandbox';
import { N8nClient, type CredentialReference } from '../../tools/n8n/N8nClient';
import { credentialFor } from '../../tools/n8n/saveSandboxCredential';
import { SHARED_DEMO, type SharedDemo } from './sharedDemo/SharedDemo';

interface DemoOfFile extends Omit<SharedDemo, 'session'> {
	client: N8nClient;
	sandbox: Sandbox;
	/** For the sandbox of the file. */
	credential: CredentialReference;
}

/**
 * A demo as `npm start` starts it, for all tests of a file: an n8n with the packed node, which all files share, and a sandbox of the file's own
 * with a credential for it. The sandbox is as new before each test. MAILROOM_TEST_N8N names the folder of a lockfile where
 * it is to be another n8n.
 *
 * @param options.withExamples the workflows of `examples/` use the sandbox of this file; one file at a time can have them
 */
export function useDemo({ withExamples = false } = {}): { get: () => DemoOfFile } {
	let demo: DemoOfFile | undefined;
	let sandbox: Sandbox | undefined;

	beforeAll(async () => {
		const shared: SharedDemo = JSON.parse(String(process.env[SHARED_DEMO]));
		const client = new N8nClient(shared.n8n.url, shared.session);
		sandbox = await startSandbox();
		const input = credentialFor(sandbox);
		const credential = withExamples
			? await client.changeCredential(shared.credential, input)
			: await client.createCredential(input);
		demo = { ...shared, client, sandbox, credential };
	});

	beforeEach(() => sandbox?.reset());

	afterAll(async () => await sandbox?.close());

	return {
		get() {
			if (!demo) throw new Error('The demo is there once the tests run');
			return demo;
		},
	};
}
