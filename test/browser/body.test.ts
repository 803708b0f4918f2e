import { eventually } from './eventually';
import { useEditor } from './useEditor';

const VIEWPORT = { width: 1440, height: 1200 };
const NEWSLETTER = { __rl: true, mode: 'name', value: 'newsletter' };
const toContacts = {
	resource: 'email',
	operation: 'sendToContacts',
	list: NEWSLETTER,
	contactEmails: 'ada@example.com',
	subject: 'News',
};

const { demo, keep, openWorkflow } = useEditor();

// Set to Fixed, it is an error: test/engine/fixedExpression.
test('an HTML body set to Expression is filled in for the contact', async () => {
	const body = '<p>Dear {{firstName}}, your plan is <b>{{ $json.plan }}</b>.</p>';
	const { sandbox } = demo();
	sandbox.store.addContact({
		...{ email: 'ada@example.com', name: 'Ada Example', subscribedToLists: ['newsletter'] },
	});
	const { editor, savedParameters } = await openWorkflow({
		items: [{ plan: 'Pro' }],
		parameters: toContacts,
	});
	await editor.page.setViewportSize(VIEWPORT);
	await editor.openNode('Mailroom');
	const formats = await editor.openDropDown('bodyFormat');
	await formats.getByText('HTML', { exact: true }).click();
	await editor.setTo('Expression', 'body');
	await editor.paste('body', body);
	await eventually(async () =>
		expect(await savedParameters()).toMatchObject({ bodyFormat: 'html', body: `=${body}` }),
	);
	await editor.execute();
	await editor.output.getByText('1 item').waitFor();
	await keep(editor.page, 'HTML body');

	expect(sandbox.journal.at(-1)).toMatchObject({
		path: '/email/contact',
		body: { body: '<p>Dear {{firstName}}, your plan is <b>Pro</b>.</p>', bodyFormat: 'html' },
	});
	expect(sandbox.store.mails.map(({ html }) => html)).toEqual([
		expect.stringContaining('<p>Dear Ada, your plan is <b>Pro</b>.</p>'),
	]);
});
