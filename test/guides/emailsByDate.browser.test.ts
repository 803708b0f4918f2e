import { executeWorkflow } from '../support/browser/buildWorkflow';
import type { Editor } from '../support/browser/Editor';
import { importTemplate } from '../support/browser/importTemplate';
import { ada, useGuide } from '../support/browser/useGuide';

// Sections 2 and 3 of docs/guides/emails-by-date.md. test/templates/emailsByDate.n8n does section 1, and what section 4 says.

const { credential, demo, openEditor, mails } = useGuide('emails by date');

const SENDS = [
	...['Day 0: welcome', 'Day 3: first steps', 'Day 10: any questions'],
	...['Birthday', 'Renewal'],
];

/** Enters a value in a line of the node "Settings". */
async function enterSetting(editor: Editor, line: number, value: string) {
	await editor.openNode('Settings');
	const settings = editor.page.getByTestId('assignment').nth(line);
	await settings.getByTestId('parameter-input-value').locator('input').fill(value);
	await editor.closeNode();
}

test('emails by date: the imported template emails only the author, once, until the test address is removed', async () => {
	const { store } = demo().sandbox;
	const today = new Date().toISOString().slice(0, 10);
	store.defineProperty('joinedOn', 'string');
	for (const email of [ada.email, 'you@example.com']) {
		store.addContact({ ...ada, email, customProperties: { joinedOn: today } });
	}
	const editor = await openEditor();
	const nodes = ['Get the contacts', ...SENDS];
	await importTemplate(editor, 'emails-by-date.json', { nodes, credential: credential() });
	await enterSetting(editor, 1, ada.email);

	for (const alreadySent of [false, true]) {
		await executeWorkflow(editor);
		await editor.page.getByText('Workflow executed successfully').first().waitFor();
		await editor.closeNotifications({ comes: false });
		expect(mails()).toEqual([`${ada.email}: Welcome!`]);
		await editor.openNode(SENDS[0]);
		await editor.output.getByText('1 item').waitFor();
		expect(await editor.output.getByText('alreadySent').isVisible()).toBe(alreadySent);
		await editor.closeNode();
	}
});
