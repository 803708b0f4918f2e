import { addNode, chooseCredential } from '../support/browser/buildWorkflow';
import { useGuide } from '../support/browser/useGuide';

// The steps of docs/guides/connect.md.

const { demo, openEditor, mails, createWorkflow } = useGuide('connect');

test('connect: two errors, a test that reads one list and sends nothing, and lists in the drop-downs', async () => {
	const { sandbox } = demo();
	const name = `Account as written, ${sandbox.origin}`;
	const { page, credentialDialog: dialog, ...editor } = await openEditor();
	await page.goto(`${editor.url}/home/credentials`);
	await page.getByRole('button', { name: 'Create credential' }).first().click();
	await page.getByPlaceholder('Search for app...').fill('Mailroom API');
	await page.getByTestId('new-credential-type-select-option').getByText('Mailroom API').click();
	await page.getByRole('button', { name: 'Continue' }).click();
	await dialog.getByTestId('credential-name').click();
	await page.keyboard.press('ControlOrMeta+A');
	await page.keyboard.type(name);
	await page.keyboard.press('Enter');
	const field = (of: string) => dialog.getByTestId(`parameter-input-${of}`).locator('input');
	const save = async () => await dialog.getByTestId('credential-save-button').click();
	await field('baseUrl').fill(sandbox.url);
	await field('apiKey').fill('wrong');
	await save();
	await dialog.getByText('More details').click();
	await dialog.getByText("The service doesn't accept this API key.").waitFor();

	// The address of the pages, as of a dashboard.
	await field('baseUrl').fill(`${sandbox.origin}/inbox/v1`);
	await field('apiKey').fill(sandbox.apiKey);
	await save();
	await dialog.getByText('There is no email service at this address').waitFor();

	await field('baseUrl').fill(sandbox.url);
	const before = sandbox.journal.length;
	await save();
	await dialog.getByText('Connection tested successfully').waitFor();
	const requests = sandbox.journal.slice(before);
	expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /lists']);
	expect(requests).toMatchObject([{ query: { page: '1', per: '1' } }]);
	expect(mails()).toEqual([]);

	const author = await createWorkflow();
	const actions = await addNode(author, 'Mailroom');
	await actions.getByText('Send newsletter to list', { exact: true }).click();
	await author.form.waitFor();
	await chooseCredential(author, name);
	await author.field('list').click();
	await page.getByTestId('rlc-item').getByText('Newsletter').waitFor();
});
