import { join } from 'node:path';
import { repositoryFolder } from '../../../../tools/folders';
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
