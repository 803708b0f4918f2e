import { join } from 'node:path';
import { startSandbox } from '../sandbox';
import { entrances } from './entrances';
import { importExamples } from './importExamples';
import { installN8n } from '../tools/n8n/installN8n';
import { N8nClient } from '../tools/n8n/N8nClient';
import { packNode, unpackNode } from '../tools/n8n/packNode';
import { secretsOf } from './secrets';
import { saveCredentials } from './saveCredentials';
import { say } from '../tools/process/say';
import { startN8n, type RunningN8n } from '../tools/n8n/startN8n';

/** The owner of the demo's n8n, which only this machine can reach. */
const OWNER = 'ada@example.com';

interface DemoOptions {
	/** Where the demo keeps its data. */
	folder: string;
	ports: { n8n: number; sandbox: number };
	/** The folder with the lockfile of another n8n than the demo's own. */
	pinnedIn?: string;
	/** The names of the examples that it has; all of them by default. */
	only?: string[];
	/** Settings of n8n beside the usual ones. */
	env?: NodeJS.ProcessEnv;
}

export type Demo = Awaited<ReturnType<typeof startDemo>>;

/** Starts the sandbox and an n8n that has the packed node, a credential for the sandbox and the example workflows. */
export async function startDemo({ folder, ports, pinnedIn, only, env }: DemoOptions) {
	const { password, token } = await secretsOf(folder);
	const login = { email: OWNER, password };
	const install = await installN8n(pinnedIn);
	const packedFile = await packNode();
	const userFolder = join(folder, 'n8n');
	await unpackNode({ packedFile, userFolder });

	const sandbox = await startSandbox({
		port: ports.sandbox,
		dataFile: join(folder, 'sandbox.json'),
		withContacts: true,
	});
	let n8n: RunningN8n | undefined;
	const stop = async () => {
		await n8n?.stop();
		await sandbox.close();
	};
	try {
		say(`Starting n8n ${install.version} ...`);
		const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
		n8n = await startN8n({
			install,
			userFolder,
			port: ports.n8n,
			// Otherwise n8n's dates are those of New York.
			env: { GENERIC_TIMEZONE: timeZone, ...env },
		});
		const client = new N8nClient(n8n.url);
		await client.logIn(login);
		const credentials = await saveCredentials(client, { sandbox, login, token });
		const examples = await importExamples({ client, credentials, only });
		return {
			n8n,
			client,
			credential: credentials.mailroomApi,
			sandbox,
			...entrances(examples, n8n.url),
			login,
			token,
			stop,
		};
	} catch (error) {
		await stop();
		throw error;
	}
}
