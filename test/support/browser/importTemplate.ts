import { join } from 'node:path';
import { repositoryFolder } from '../../../tools/folders';
import { chooseCredential } from './buildWorkflow';
import type { Editor } from './Editor';

/**
 * Creates a workflow from a template by the menu **Import > From file**, and chooses the credential in its Mailroom nodes.
 *
 * @param nodes their names
 */
export async function importTemplate(
	editor: Editor,
	file: string,
	{ nodes, credential }: { nodes: string[]; credential: string },
) {
	const { page } = editor;
	await editor.startWorkflow();
	await page.keyboard.press('Escape');
	await page.getByTestId('workflow-menu').click();
	await page.getByRole('menuitem', { name: 'Import' }).hover();
	const chooser = page.waitForEvent('filechooser');
	await page.getByText('From file').click();
	await (await chooser).setFiles(join(repositoryFolder, 'examples', file));
	for (const node of nodes) {
		await editor.openNode(node);
		await chooseCredential(editor, credential);
		await editor.closeNode();
	}
}
