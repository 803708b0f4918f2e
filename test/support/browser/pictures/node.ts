import { PICTURES } from '../../pictures/pictures';
import type { Studio } from './Studio';

const FORM = 'Sign-up form';
const SAVE = 'Save contact';
const SEND = 'Send welcome email';
const ANSWER = { Name: 'Ada Example', Email: 'ada@example.com' };
const LIST = 'Newsletter';
/** Where the docs send users. A test of the credential can't reach it here. */
const REAL_ADDRESS = 'https://api.indiepitcher.com/v1';
const MAILROOM = { type: 'n8n-nodes-mailroom.mailroom', typeVersion: 1 };

/** The node on a canvas, its form, and what arrives. */
export async function takeNode(studio: Studio) {
	const { demo, editor } = studio;
	const { client, sandbox } = demo;
	const workflow = await client.createWorkflow(signUpWorkflow(studio));
	sandbox.store.mails.length = 0;
	await client.run(workflow, FORM);
	const inbox = await studio.newPage({ viewport: { width: 520, height: 900 } });
	await inbox.goto(`${sandbox.origin}/mails/1`);
	await inbox.frameLocator('iframe').getByText('Hello Ada,').waitFor();
	// The inbox makes room for long emails.
	await inbox.locator('iframe').evaluate((shown) => {
		shown.style.height = '200px';
	});

	await editor.begin();
	const { page } = editor;
	await page.setViewportSize({ width: 1240, height: 1000 });
	await editor.openWorkflow(workflow);
	await editor.closeNotifications({ comes: false });
	for (const name of [SAVE, SEND]) await editor.node(name).locator('img').waitFor();
	await page.waitForLoadState('networkidle');
	const [first, last] = [editor.node(FORM), editor.node(SEND)];
	const canvas = await studio.shot(
		{ left: first, top: first, right: last, bottom: last },
		{ left: 8, top: 40, right: 40, bottom: 70 },
	);
	await studio.check('node.png', [page, inbox]);
	const email = inbox.locator('article');
	const body = inbox.locator('iframe');
	const arrived = await studio.shot(
		{ left: email, top: email, right: email, bottom: body },
		{ bottom: 16 },
	);
	await editor.openNode(SEND);
	await studio.chooseList(workflow.id, LIST);
	const form = page.locator('.node-settings');
	const lowest = page
		.getByTestId('parameter-input')
		.filter({ has: page.getByTestId('parameter-input-body') });
	const fields = await studio.shot({ left: form, top: form, right: form, bottom: lowest });
	await studio.takeBeside('node.png', [[canvas, arrived], fields]);
}

function signUpWorkflow({ demo }: Studio) {
	const ours = { ...MAILROOM, credentials: { mailroomApi: demo.credential } };
	const save = {
		...{ resource: 'contact', operation: 'upsert', email: '={{ $json.Email }}' },
		additionalFields: { name: '={{ $json.Name }}', subscribedToLists: ['newsletter'] },
	};
	const nodes = [
		{
			...{ name: FORM, type: 'n8n-nodes-base.formTrigger', typeVersion: 2.2 },
			parameters: { formTitle: 'Join us' },
		},
		{ ...ours, name: SAVE, parameters: save },
		{ ...ours, name: SEND, parameters: PICTURES['node.png'].form },
	];
	const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: FORM,
		nodes: nodes.map((node, index) => ({
			...node,
			id: node.name,
			position: [208 * index, 0],
		})),
		connections: { [FORM]: to(SAVE), [SAVE]: to(SEND) },
		pinData: { [FORM]: [{ json: ANSWER }] },
	};
}

/** The window of a credential whose test has passed. */
export async function takeCredential(studio: Studio) {
	const { demo, editor } = studio;
	const { page, credentialDialog } = editor;
	const { client, credential, sandbox } = demo;
	await editor.begin();
	await page.setViewportSize({ width: 1100, height: 760 });
	const workflow = await client.createWorkflow({
		...{ name: 'Credential', connections: {} },
		nodes: [
			{
				...MAILROOM,
				...{ id: 'Mailroom', name: 'Mailroom', position: [0, 0], parameters: {} },
				credentials: { mailroomApi: credential },
			},
		],
	});
	await editor.openWorkflow(workflow);
	await editor.openNode('Mailroom');
	await editor.createCredential();
	await editor.enterCredential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	await credentialDialog.waitFor({ state: 'hidden' });
	await page.getByTestId('credential-edit-button').click();
	await credentialDialog.getByText('Connection tested successfully').waitFor();
	await editor.closeNotifications({ comes: false });
	// Below it are n8n's own fields, the first of which would be cut.
	const last = page
		.getByTestId('parameter-input')
		.filter({ has: page.getByTestId('parameter-input-allowHttp') });
	const dialog = credentialDialog;
	const baseUrl = dialog.getByTestId('parameter-input-baseUrl').locator('input');
	await baseUrl.evaluate((input: HTMLInputElement, address) => {
		input.value = address;
	}, REAL_ADDRESS);
	await studio.take(
		'credential.png',
		{ left: dialog, top: dialog, right: dialog, bottom: last },
		// Without the page behind its edges.
		{ left: -2, top: -2, right: -3, bottom: 20 },
	);
}
