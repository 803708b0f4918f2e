/** The demo that the test files of a project share, as a program: jest loads no program into its own process as Node does. */
import { freePort } from '../../../tools/process/freePort';
import { runProgram } from '../../../tools/process/runProgram';
import { startDemo } from '../../../demo/startDemo';
import type { SharedDemo } from './SharedDemo';

const [, , folder] = process.argv;

async function main() {
	const { n8n, client, credential, forms, assistant, login, token, stop } = await startDemo({
		folder,
		ports: { n8n: await freePort(), sandbox: await freePort() },
		pinnedIn: process.env.MAILROOM_TEST_N8N,
	});
	const { url, userFolder, logFile } = n8n;
	const shared: SharedDemo = {
		...{ n8n: { url, userFolder, logFile }, session: client.session },
		...{ credential, forms, assistant, login, token },
	};
	console.log(JSON.stringify(shared));
	await n8n.exited;
	await stop();
}

runProgram(main);
