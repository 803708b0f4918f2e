import { join } from 'node:path';
import { repositoryFolder } from '../../../../tools/folders';
import type { Studio } from './Studio';
import { templateNamed } from './templates';

const NAME = 'Import from a spreadsheet';
const SHOWN = { left: 24, top: 24, right: 24, bottom: 24 };

export async function takeImport(studio: Studio) {
	const { client, login } = studio.demo;
	const { workflow, form } = await templateNamed(studio, NAME);
	const page = await studio.newPage({
		viewport: { width: 760, height: 700 },
		httpCredentials: { username: login.email, password: login.password },
	});
	await page.goto(form);
	const file = join(repositoryFolder, 'examples', 'contacts.csv');
	await page.locator('input[type=file]').setInputFiles(file);
	await page.getByRole('button', { name: 'Import' }).click();
	await page.getByText('Contacts saved: 3').waitFor();
	await studio.take('import-report.png', page.locator('.card').filter({ visible: true }), {
		...SHOWN,
		bottom: 10,
	});

	const [{ id }] = await client.executions(workflow.id);
	await takeBranches(studio, { workflowId: workflow.id, id });
}

async function takeBranches(studio: Studio, execution: { workflowId: string; id: string }) {
	const { editor } = studio;
	await editor.begin();
	await editor.openExecution(execution);
	await editor.page.getByText('2 items').first().waitFor();
	await editor.page.screenshot({ path: '/tmp/p-branches.png' });
	const save = editor.node('Create or update the contacts');
	const frame = { left: save, top: save, right: editor.node('Report'), bottom: save };
	await studio.take('import-branches.png', frame, SHOWN);
}
