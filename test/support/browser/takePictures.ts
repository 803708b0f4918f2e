/** Takes the pictures of the docs from the editor of a demo that it starts: `npm run pictures`. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo, type Demo } from '../../../demo/startDemo';
import { freePort } from '../../../tools/process/freePort';
import { runProgram } from '../../../tools/process/runProgram';
import { ToolError } from '../../../tools/process/ToolError';
import {
	NODE_PARAMETERS,
	PICTURES_FOLDER,
	TEXTS_FILE,
	textsOfForms,
	TRIGGER_PARAMETERS,
} from '../pictures';
import { TRIGGER, triggerWorkflow } from '../triggerWorkflow';
import { Editor } from './Editor';
import { BROWSER_PAGE, launchBrowser } from './useBrowser';
import { workflowOf } from './workflowOf';

const MAX_BYTES = 200_000;
const PEOPLE = ['Ada', 'Grace'].map((name) => ({
	email: `${name.toLowerCase()}@example.com`,
	name: `${name} Example`,
	subscribedToLists: ['newsletter'],
}));

runProgram(async () => {
	const folder = await mkdtemp(join(tmpdir(), 'mailroom-pictures-'));
	const ports = { n8n: await freePort(), sandbox: await freePort() };
	// Without a workflow, n8n's overview has no search, for which the editor waits.
	const only = ['Form to welcome email'];
	const demo = await startDemo({ folder, ports, only, say: console.log });
	const browser = await launchBrowser();
	try {
		for (const person of PEOPLE) demo.sandbox.store.addContact(person);
		const visitor = await browser.newContext(BROWSER_PAGE);
		const editor = new Editor(await visitor.newPage(), demo.n8n.url);
		await editor.enter(demo.client.session);
		await takeNode(editor, demo);
		await takeTrigger(editor, demo);
		await writeFile(TEXTS_FILE, textsOfForms());
	} finally {
		await browser.close();
		await demo.stop();
		await rm(folder, { recursive: true, force: true });
	}
});

async function takeNode(editor: Editor, { client, credential }: Demo) {
	const items = PEOPLE.map(({ email }) => ({ email }));
	const nodes = { Mailroom: NODE_PARAMETERS };
	const workflow = await client.createWorkflow(workflowOf({ nodes, items, credential }));
	await editor.openWorkflow(workflow);
	await editor.page.setViewportSize({ width: 1400, height: 968 });
	await editor.openNode('Mailroom');
	await editor.execute();
	await editor.output.getByText('2 items').waitFor();
	await take(editor, 'node.png');
}

async function takeTrigger(editor: Editor, { client, credential }: Demo) {
	const pollTimes = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };
	const parameters = { ...TRIGGER_PARAMETERS, pollTimes };
	const workflow = await client.createWorkflow(triggerWorkflow(parameters, credential));
	await editor.begin();
	await editor.page.setViewportSize({ width: 1400, height: 760 });
	await editor.openWorkflow(workflow);
	await editor.openNode(TRIGGER);
	await editor.execute();
	await editor.output.getByText('unsubscribed').first().click();
	await take(editor, 'trigger.png');
}

async function take(editor: Editor, name: string) {
	await editor.closeNotifications({ comes: true });
	const path = join(PICTURES_FOLDER, name);
	const node = editor.page.getByTestId('ndv');
	const { length } = await node.screenshot({ path, animations: 'disabled' });
	if (length > MAX_BYTES) throw new ToolError(`${name} has ${length} bytes`);
	console.log(path);
}
