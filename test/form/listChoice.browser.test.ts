import { eventually } from '../support/browser/eventually';
import { useEditor } from '../support/browser/useEditor';

const { demo, keep, openWorkflow } = useEditor();

test('a list is searched by its title in a drop-down, and sent by its name', async () => {
	const { sandbox } = demo();
	sandbox.store.addContacts(3, { subscribedToLists: ['product-updates'] });
	const { editor, savedParameters } = await openWorkflow({
		parameters: {
			...{ resource: 'email', operation: 'sendToList', subject: 'News', body: 'The news' },
			options: { sendInManualExecutions: 'product-updates' },
		},
	});
	await editor.openNode('Mailroom');
	await editor.field('list').getByTestId('rlc-input').click();
	const entries = editor.page.getByTestId('rlc-item');
	// n8n saves the name of the chosen entry, so it says of which day its number is.
	const day = /(?<= on )\d{1,2} [A-Z][a-z]{2}(?=\)$)/;
	const names = async () => {
		const texts = await entries.allInnerTexts();
		return texts.map((text) => text.replace(day, 'today'));
	};
	await eventually(async () =>
		expect(await names()).toEqual([
			"Important: all contacts, can't be left (3 subscribers on today)",
			'Newsletter, newsletter (0 subscribers on today)',
			'Product updates, product-updates (3 subscribers on today)',
		]),
	);
	await keep(editor.page, 'lists to choose from');
	await editor.page.keyboard.type('upd');
	await eventually(async () =>
		expect(await names()).toEqual(['Product updates, product-updates (3 subscribers on today)']),
	);
	await keep(editor.page, 'list searched');
	const chosen = await entries.innerText();
	await entries.click();
	await eventually(async () =>
		expect(await savedParameters()).toMatchObject({
			list: { mode: 'list', value: 'product-updates', cachedResultName: chosen },
		}),
	);
	await keep(editor.page, 'list chosen');
	await editor.execute();

	await editor.output.getByText('product-updates', { exact: true }).waitFor();
	// The title that n8n saved with the choice has the count.
	const count = /\(3 subscribers on \d{1,2} [A-Z][a-z]{2}, when it was chosen\)/;
	await editor.output.getByText(count).waitFor();
	expect(sandbox.store.mails).toHaveLength(3);
	expect(sandbox.journal.at(-1)).toMatchObject({
		path: '/email/list',
		body: { list: 'product-updates', subject: 'News', body: 'The news' },
	});
});
