import type { Editor } from './Editor';

// Steps with which a person builds a workflow in n8n's editor.

/** Opens the node creator after the last output that leads nowhere, and selects a node. */
export async function addNode({ page }: Editor, node: string) {
	await page.getByTestId('canvas-handle-plus').last().click();
	return await selectNode(page, node);
}

/** Opens the node creator on the wire between two nodes, and selects a node. */
export async function addNodeBetween(editor: Editor, [from, to]: string[], node: string) {
	const { page } = editor;
	const [left, right] = await Promise.all([placeOf(editor, from), placeOf(editor, to)]);
	await page.mouse.move((left.x + right.x) / 2, (left.y + right.y) / 2, { steps: 5 });
	await page.getByTestId('add-connection-button').click();
	return await selectNode(page, node);
}

/** The middle of a node's picture, in pixels. */
async function placeOf(editor: Editor, node: string) {
	const box = await editor.node(node).boundingBox();
	if (!box) throw new Error(`"${node}" is not on the canvas`);
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function selectNode(page: Editor['page'], node: string) {
	const name = page.getByTestId('node-creator-item-name');
	await page.getByTestId('node-creator-search-bar').fill(node);
	await name.getByText(node, { exact: true }).click();
	return name;
}

export async function chooseCredential({ page }: Editor, credential: string) {
	await page.getByTestId('node-credentials-select').click();
	await page.getByText(credential, { exact: true }).last().click();
}

/** Leaves the field at the end, because its preview covers the next one. */
export async function enterExpression(editor: Editor, field: string, expression: string) {
	await editor.paste(field, expression);
	await editor.page.locator(':focus').blur();
}

/** Replaces the text of a field. */
export async function replace(editor: Editor, field: string, text: string) {
	await editor.text(field).fill('');
	await editor.type(field, text);
}

/**
 * Types a tag with blanks, as a person does: after the first blank n8n has turned the field into an expression, and has put the
 * closing braces behind the cursor.
 */
export async function typeTag(editor: Editor, field: string, text: string) {
	const [before, tag, after = ''] = text.split(/(?<=\{\{ )| \}\}/);
	await replace(editor, field, before);
	await editor.field(field).locator('.cm-focused').getByText('}}').waitFor();
	await editor.page.keyboard.type(tag);
	await editor.page.keyboard.press('End');
	await editor.page.keyboard.type(after);
}

export async function addOption(editor: Editor, name: string) {
	await addTo(editor, 'Add Option', name);
}

/** Adds a field of a collection, whose drop-down is named by its placeholder. */
export async function addTo({ form, page }: Editor, placeholder: string, name: string) {
	await form.getByPlaceholder(placeholder).filter({ visible: true }).first().click();
	await page.getByText(name, { exact: true }).last().click();
}

/** Removes an option with its bin icon, which n8n shows while the mouse points at the option. */
export async function removeOption({ page }: Editor, field: string) {
	const option = page
		.getByTestId('parameter-input')
		.filter({ has: page.getByTestId(`parameter-input-${field}`) })
		.last();
	await option.hover();
	await page.locator('.parameter-item').filter({ has: option }).last().getByTitle('Delete').click();
	await option.waitFor({ state: 'hidden' });
}

export async function choose(editor: Editor, field: string, choice: string) {
	const dropDown = await editor.openDropDown(field);
	await dropDown.getByText(choice, { exact: true }).click();
}

/** Chooses the mailing list of the node. */
export async function chooseList(editor: Editor, title: string) {
	await editor.field('list').click();
	await editor.page.getByTestId('rlc-item').getByText(title).click();
}

export async function chooseOnError(editor: Editor, choice: string) {
	await editor.page.getByTestId('tab-settings').click();
	await choose(editor, 'onError', choice);
}

export async function executeWorkflow({ page }: Editor) {
	await page.getByTestId('execute-workflow-button').first().click();
}

/** @returns the page of a form that **Execute workflow** opens */
export async function executeForm(editor: Editor) {
	const opened = editor.page.waitForEvent('popup');
	await executeWorkflow(editor);
	return await opened;
}

export async function publish({ page }: Editor) {
	await page.getByTestId('workflow-open-publish-modal-button').click();
	await page.getByTestId('workflow-publish-button').click();
	// n8n says where the executions are found from now on.
	await page.getByRole('button', { name: 'Got it' }).click();
}

/** Chooses the upper entry in the menu of a failed execution. */
export async function retry({ page }: Editor) {
	// Each failed execution of the list has one; the latest comes first.
	await page.getByTestId('retry-execution-button').first().click();
	const entry = (name: string) => page.getByText(`${name} (from node with error)`).last();
	await entry('Retry with original workflow').waitFor();
	await entry('Retry with currently saved workflow').click();
}

/** @returns the id of the open workflow */
export function idOf({ page }: Editor) {
	const [, id] = /\/workflow\/([^?/]+)/.exec(page.url()) ?? [];
	if (id === undefined) throw new Error('No workflow is open');
	return id;
}
