import { useEditor } from '../support/browser/useEditor';

const WRONG_KEY = 'a-key-that-the-service-does-not-know';

const { demo, keep, openWorkflow } = useEditor();

test('a credential is made in the dialog, which refuses a wrong key in words and connects with the right one', async () => {
	const { sandbox } = demo();
	const { editor } = await openWorkflow({ parameters: {} });
	const dialog = editor.credentialDialog;
	await editor.openNode('Mailroom');
	await editor.createCredential();
	await editor.enterCredential({ baseUrl: sandbox.url, apiKey: WRONG_KEY });

	await dialog.getByText('More details').click();
	await dialog.getByText("The service doesn't accept this API key.").waitFor();
	expect(await editor.shows(WRONG_KEY)).toBe(false);
	expect(sandbox.journal.map(({ path, status }) => ({ path, status }))).toContainEqual({
		path: '/lists',
		status: 401,
	});
	await keep(editor.page, 'credential refused');

	await editor.enterCredential({ apiKey: sandbox.apiKey });
	// n8n closes the dialog when the test has passed.
	await dialog.waitFor({ state: 'hidden' });
	expect(sandbox.journal.at(-1)).toMatchObject({
		method: 'GET',
		path: '/lists',
		query: { page: '1', per: '1' },
		status: 200,
	});

	await editor.page.getByTestId('credential-edit-button').click();
	await dialog.getByText('Connection tested successfully').waitFor();
	expect(await editor.shows(sandbox.apiKey)).toBe(false);
	await keep(editor.page, 'credential connected');
});
