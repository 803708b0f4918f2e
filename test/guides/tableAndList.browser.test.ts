import { executeWorkflow } from '../support/browser/buildWorkflow';
import type { Editor } from '../support/browser/Editor';
import { importTemplate } from '../support/browser/importTemplate';
import { useGuide } from '../support/browser/useGuide';

// Sections 1 and 2 of docs/guides/table-and-list.md. test/templates/tableAndList.n8n does the rest.

const { credential, demo, openEditor } = useGuide('table and list');

async function execute(editor: Editor) {
	await executeWorkflow(editor);
	await editor.page.getByText('Workflow executed successfully').first().waitFor();
	await editor.closeNotifications({ comes: false });
}

test('table and list: the first execution creates the table, and the next ones say what has become of its rows', async () => {
	const { client, sandbox } = demo();
	const editor = await openEditor();
	const nodes = ['Get the contacts', 'Save the contacts'];
	await importTemplate(editor, 'table-and-list.json', { nodes, credential: credential() });
	await execute(editor);

	const { id } = await client.request<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${id}/data-tables`;
	const { data } = await client.request<{ data: Array<{ id: string; name: string }> }>(
		'GET',
		tables,
	);
	const table = `${tables}/${data.find(({ name }) => name === 'Members')?.id}`;
	const row = (email: string) => ({ email, name: '', plan: '', status: '', problem: '' });
	const rows = ['you-of-the-guide@example.com', 'wrong-of-the-guide'].map(row);
	await client.request('POST', `${table}/insert`, { data: rows });
	await execute(editor);
	const saved = await client.request<{ data: object[] }>('GET', `${table}/rows`);
	expect(saved.data).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ email: rows[0].email, status: 'subscribed', problem: '' }),
			expect.objectContaining({
				...{ email: rows[1].email, status: '' },
				problem: expect.stringMatching(/isn't an email address/),
			}),
		]),
	);
	expect(sandbox.store.findContact(rows[0].email)?.subscribedToLists).toContain('newsletter');
});
