import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { repositoryFolder } from '../../../../tools/folders';
import { ToolError } from '../../../../tools/process/ToolError';
import { chain } from '../../../../tools/n8n/publishWebhook';
import { askInN8n } from '../../askInN8n';
import { PICTURES } from '../../pictures/pictures';
import { PICTURES_FOLDER } from '../../pictures/textsOfPictures';
import { eventually } from '../eventually';
import { STYLE, type Studio } from './Studio';

const GIF = 'form-to-inbox.gif';
const GIF_SIZE = { width: 720, height: 480 };
const IMPORT = 'Import from a spreadsheet';
const IMPORTED = join(repositoryFolder, 'examples', 'contacts.csv');
const MAILROOM = { type: 'n8n-nodes-mailroom.mailroom', typeVersion: 1 };
/** The first and the last note of a row, and its lowest node. */
const ROWS_OF_CANVAS = [
	['1. Write', '4. Ask', 'Report that it was not sent'],
	['5. Decide', '7. Report', 'Report that it was sent'],
] as const;
const SHOWN = { left: 24, top: 24, right: 24, bottom: 24 };

/** Fills in the form, submits it, and opens the welcome email. */
export async function takeFormToInbox(studio: Studio) {
	const form = await publishSignUp(studio);
	const page = await studio.newPage({ viewport: GIF_SIZE, deviceScaleFactor: 1 });
	const frames: Array<{ data: Uint8ClampedArray<ArrayBuffer>; delay: number }> = [];
	const show = async (delay: number) => {
		const { data } = PNG.sync.read(
			await page.screenshot({ animations: 'disabled', caret: 'initial', style: STYLE }),
		);
		frames.push({ data: Uint8ClampedArray.from(data), delay });
	};

	await page.goto(form);
	const [name, email] = [page.getByLabel('Name'), page.getByLabel('Email')];
	await name.waitFor();
	await show(900);
	for (const text of ['A', 'Ada', 'Ada Exa', 'Ada Example']) {
		await name.fill(text);
		await show(250);
	}
	// n8n calls an address invalid while it is typed.
	await email.fill('ada@example.com');
	await show(600);
	await page.getByRole('button', { name: 'Submit' }).hover();
	await show(700);
	await page.getByRole('button', { name: 'Submit' }).click();
	await page.getByText('Your response has been recorded').waitFor();
	await show(700);
	const { sandbox } = studio.demo;
	await eventually(async () => {
		if (sandbox.store.mails.length === 0) throw new ToolError('No welcome email has arrived');
	});
	await page.goto(sandbox.origin);
	await page.getByRole('link', { name: 'Welcome!' }).waitFor();
	await show(900);
	await page.getByRole('link', { name: 'Welcome!' }).click();
	await page.frameLocator('iframe').getByText('Hello Ada,').waitFor();
	await studio.check(GIF, [page]);
	await show(2200);
	// It is an ECMAScript module, and this file is none.
	const { encode } = await import('modern-gif');
	const gif = await encode({ ...GIF_SIZE, looped: false, maxColors: 255, frames });
	await writeFile(join(PICTURES_FOLDER, GIF), Buffer.from(gif));
}

/** The workflow of the guide on the sign-up form. */
async function publishSignUp({ demo }: Studio) {
	const { client, credential, n8n } = demo;
	const ours = { ...MAILROOM, credentials: { mailroomApi: credential } };
	const fields = [
		{ fieldLabel: 'Name' },
		{ fieldLabel: 'Email', fieldType: 'email', requiredField: true },
	];
	const nodes = [
		{
			...{ name: 'Form', type: 'n8n-nodes-base.formTrigger', typeVersion: 2.2 },
			parameters: {
				...{ formTitle: 'Join us', formFields: { values: fields } },
				options: { path: 'join-us' },
			},
		},
		{
			...{ ...ours, name: 'Contact' },
			parameters: {
				...{ resource: 'contact', operation: 'upsert', email: '={{ $json.Email }}' },
				additionalFields: { name: '={{ $json.Name }}', subscribedToLists: ['newsletter'] },
			},
		},
		{
			...{ ...ours, name: 'Welcome' },
			parameters: {
				...{ resource: 'email', operation: 'sendToContacts', contactEmails: '={{ $json.email }}' },
				list: { __rl: true, mode: 'name', value: 'newsletter' },
				subject: 'Welcome!',
				body: '=Hello {{firstName|default:"there"}}, thank you for joining us.',
				options: { sendOnceKey: 'welcome' },
			},
		},
	];
	const workflow = await client.createWorkflow({
		name: 'Join us',
		nodes: nodes.map((node, index) => ({
			...node,
			...{ id: node.name, position: [208 * index, 0] },
		})),
		connections: chain('Form', 'Contact', 'Welcome'),
	});
	await client.activate(workflow);
	const url = `${n8n.url}/form/join-us`;
	await eventually(async () => {
		const { status } = await fetch(url);
		if (status !== 200) throw new ToolError(`The form answers ${status}`);
	});
	return url;
}

export async function takeApproval(studio: Studio) {
	const { demo } = studio;
	await askInN8n(demo, PICTURES['approval.png'].form);
	const inbox = await studio.newPage({ viewport: { width: 480, height: 900 } });
	await inbox.goto(`${demo.sandbox.origin}/mails/1`);
	const opened = inbox.context().waitForEvent('page');
	await inbox.frameLocator('iframe').getByRole('link', { name: 'Approve' }).click();
	const question = await opened;
	await question.setViewportSize({ width: 440, height: 400 });
	await question.getByRole('button', { name: 'Approve' }).waitFor();
	await studio.check('approval.png', [inbox, question]);
	const email = inbox.locator('article');
	const lowest = inbox.frameLocator('iframe').locator('body > *').last();
	await studio.takeBeside('approval.png', [
		await studio.shot(
			{ left: email, top: email.locator('h2'), right: email, bottom: lowest },
			{ top: 6, bottom: 16 },
		),
		await studio.shot(question.locator('main')),
	]);
	await takeApprovalWithText(studio);
	await takeCanvas(studio);
}

/** The page of the reply, with a draft that has been edited. */
async function takeApprovalWithText(studio: Studio) {
	const { demo } = studio;
	const { links } = await askInN8n(demo, PICTURES['approval-text.png'].form);
	const page = await studio.newPage({ viewport: { width: 560, height: 600 } });
	await page.goto(links[0].url);
	await page.locator('textarea').fill('Hello,\n\nour shop opens at 8 from now on. See you soon!');
	const main = page.locator('main');
	const lowest = page.getByText('Your response is sent');
	await studio.take(
		'approval-text.png',
		{ left: main, top: main, right: main, bottom: lowest },
		SHOWN,
	);
}

async function takeCanvas(studio: Studio) {
	const { workflow } = await templateNamed(studio, 'Newsletter with approval');
	const { editor } = studio;
	await editor.begin();
	await editor.page.setViewportSize({ width: 1500, height: 1000 });
	await editor.openWorkflow(workflow);
	// All seven steps in a row would be too small to read: the key resets the zoom.
	await editor.page.keyboard.press('0');
	const rows: Buffer[] = [];
	for (const [first, last, lowest] of ROWS_OF_CANVAS) {
		const [left, right] = [editor.note(first), editor.note(last)];
		await editor.scrollTo(left, { x: 320, y: 160 });
		const frame = { left, top: left, right, bottom: editor.node(lowest) };
		rows.push(await studio.shot(frame, { left: 12, top: 12, right: 12, bottom: 84 }));
	}
	await studio.takeBeside('approval-canvas.png', [rows]);
}

export async function takeImport(studio: Studio) {
	const { login } = studio.demo;
	const { workflow, form } = await templateNamed(studio, IMPORT);
	const page = await studio.newPage({
		viewport: { width: 800, height: 700 },
		httpCredentials: { username: login.email, password: login.password },
	});
	await page.goto(form);
	await page.locator('input[type=file]').setInputFiles(IMPORTED);
	await page.getByRole('button', { name: 'Import' }).click();
	await page.getByText('Contacts saved: 3').waitFor();
	await studio.take('import-report.png', page.locator('main'), SHOWN);

	await takeBranches(studio, workflow.id);
}

/** The wrong rows of that execution, in the output of the node. */
async function takeBranches(studio: Studio, workflowId: string) {
	const { demo, editor } = studio;
	const [{ id }] = await demo.client.executions(workflowId, { count: 1 });
	await editor.begin();
	// Wide enough for all columns of the output, up to the error.
	await editor.page.setViewportSize({ width: 2240, height: 700 });
	await editor.openExecution({ workflowId, id });
	await editor.openNode('Create or update the contacts');
	await editor.output.getByText('Error Branch').click();
	await editor.output.getByText('2 items').first().waitFor();
	const { output } = editor;
	await studio.take(
		'import-branches.png',
		{ left: output, top: output, right: output, bottom: output.locator('table') },
		{ bottom: 16 },
	);
}

/**
 * @param name of a workflow of `examples/` that has a form
 * @returns the workflow, and the address of the form
 */
async function templateNamed({ demo }: Studio, name: string) {
	const workflow = (await demo.client.workflows()).find((one) => one.name === name);
	const form = demo.forms.find((one) => one.name === name);
	if (!workflow || !form) throw new ToolError(`There is no workflow "${name}" with a form`);
	return { workflow, form: form.url };
}
