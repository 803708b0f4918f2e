/** Takes the pictures of the docs from a demo that it starts: `npm run pictures`, or some: `npm run pictures -- takeRetry`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo } from '../../../demo/startDemo';
import { freePort } from '../../../tools/process/freePort';
import { runProgram } from '../../../tools/process/runProgram';
import { PICTURES, type Picture } from '../pictures/pictures';
import { TEXTS_FILE, textsOfPictures } from '../pictures/textsOfPictures';
import { takeApproval, takeFormToInbox, takeImport } from './pictures/examples';
import { takeNewsletter, takeReceipt, takeRetry, takeTrigger } from './pictures/forms';
import { takeCredential, takeNode } from './pictures/node';
import { Studio } from './pictures/Studio';
import { launchBrowser } from './useBrowser';

const TAKERS = [
	...[takeNode, takeCredential, takeFormToInbox, takeNewsletter, takeImport, takeApproval],
	...[takeReceipt, takeRetry, takeTrigger],
];

runProgram(async () => {
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-pictures-'));
	const ports = { n8n: await freePort(), sandbox: await freePort() };
	const only = Object.values<Picture>(PICTURES).flatMap(({ template }) => template?.name ?? []);
	const demo = await startDemo({ folder, ports, only });
	const browser = await launchBrowser();
	try {
		const studio = await Studio.open(demo, browser);
		const chosen = process.argv.slice(2);
		const failed: unknown[] = [];
		for (const take of TAKERS) {
			if (chosen.length > 0 && !chosen.includes(take.name)) continue;
			demo.sandbox.reset();
			console.log(take.name);
			// A start of n8n takes longer than the pictures, so the others are taken in any case.
			await take(studio).catch((error: unknown) => failed.push(error));
		}
		if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join('\n'));
		await writeFile(TEXTS_FILE, textsOfPictures());
	} finally {
		await browser.close();
		await demo.stop();
		await rm(folder, { recursive: true, force: true });
	}
});
