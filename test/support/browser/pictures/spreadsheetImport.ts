import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryFolder } from '../../../../tools/folders';
import { submitForm } from '../../../../demo/submitForm';
import type { Studio } from './Studio';
import { templateNamed } from './templates';

const NAME = 'Import from a spreadsheet';
const FILE = join(repositoryFolder, 'examples', 'contacts.csv');
const SHOWN = { left: 24, top: 24, right: 24, bottom: 24 };

export async function takeImport(studio: Studio) {
	const { login } = studio.demo;
	const { workflow, form } = await templateNamed(studio, NAME);
	const page = await studio.newPage({
		viewport: { width: 760, height: 700 },
		httpCredentials: { username: login.email, password: login.password },
	});
	await page.goto(form);
	await page.locator('input[type=file]').setInputFiles(FILE);
	await page.getByRole('button', { name: 'Import' }).click();
	await page.getByText('Contacts saved: 3').waitFor();
	await studio.take('import-report.png', page.locator('.card').filter({ visible: true }), {
		...SHOWN,
		bottom: 10,
	});

	await takeBranches(studio, workflow);
}

/** Executed in the editor, where an output that is not connected has a name as well. */
async function takeBranches(studio: Studio, workflow: { id: string }) {
	const { editor, demo } = studio;
	const { page } = editor;
	await editor.begin();
	await page.setViewportSize({ width: 1900, height: 1300 });
	await editor.openWorkflow(workflow);
	const [form] = await Promise.all([
		page.waitForEvent('popup'),
		page.getByTestId('execute-workflow-button').first().click(),
	]);
	const { forms, login } = demo;
	const { url } = forms.find(({ name }) => name === NAME)!;
	const contacts = new File([await readFile(FILE)], 'contacts.csv');
	await form.close();
	await submitForm(url.replace('/form/', '/form-test/'), { Spreadsheet: contacts }, login);
	await page.getByText('2 items').first().waitFor();
	await page.screenshot({ path: '/tmp/p-branches.png' });
	const save = editor.node('Create or update the contacts');
	const frame = { left: save, top: save, right: editor.node('Report'), bottom: save };
	await studio.take('import-branches.png', frame, { left: 90, top: 24, right: 60, bottom: 76 });
}
