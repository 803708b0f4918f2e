import {
	addOption,
	addTo,
	choose,
	chooseList,
	replace,
	typeTag,
} from '../support/browser/buildWorkflow';
import type { Editor } from '../support/browser/Editor';
import { eventually } from '../support/browser/eventually';
import { ada, nameless, useGuide } from '../support/browser/useGuide';

// The steps of docs/guides/personalize.md.

const guide = useGuide('personalize');
const { demo, mails, createWorkflow, addMailroom, savedAs, execute, refuses } = guide;

const FALLBACK = 'Hi {{firstName|default:"there"}}';
const FALLBACK_WITH_BLANKS = 'Hi {{ firstName | default: "there" }}';

const bodies = () => demo().sandbox.store.mails.map(({ to, body }) => `${to}: ${body}`);

/** Adds a newsletter whose test goes to a contact. */
async function addNewsletter(editor: Editor, testRecipient: string) {
	await addMailroom(editor, 'Send newsletter to list');
	await chooseList(editor, 'Newsletter');
	await editor.type('testRecipient', testRecipient);
	await editor.type('subject', 'News');
}

/** Enters another body at once, as pasted, and executes the step. */
async function sendBody(editor: Editor, body: string) {
	const before = mails().length;
	await editor.text('body').fill(body);
	await execute(editor, 'body', expect.stringContaining(body));
	await eventually(async () => expect(mails()).toHaveLength(before + 1));
	await editor.output.getByText('1 item').waitFor();
}

test('personalize: a misspelled tag sends nothing, and the error suggests the right one', async () => {
	const editor = await createWorkflow();
	await addNewsletter(editor, ada.email);
	await editor.type('body', 'Hi {{fristName}}');
	await execute(editor, 'body', 'Hi {{fristName}}');
	await refuses(editor, '{{firstName}}');
	expect(mails()).toEqual([]);

	await addOption(editor, 'Allow Any Tag');
	await editor.field('allowAnyTag').click();
	await execute(editor, 'allowAnyTag', true);
	await eventually(async () => expect(mails()).toHaveLength(1));
	const [sent] = demo().sandbox.journal.filter(({ method }) => method === 'POST');
	expect(sent.body).toMatchObject({ body: 'Hi {{fristName}}' });

	await sendBody(editor, 'Hi {{firstName}}');
	expect(bodies().slice(1)).toEqual(['ada@example.com: Hi Ada']);
});

test('personalize: a fallback greets a contact without a name, and a hint lists tags that may be empty', async () => {
	const { sandbox } = demo();
	const editor = await createWorkflow();
	await addMailroom(editor, 'Create or update contact');
	await editor.type('email', 'kim@example.com');
	await addTo(editor, 'Add Contact Field', 'Name');
	await editor.type('name', 'Kim Example');
	// n8n's tip below a field covers the next one until the field is left.
	await editor.page.locator(':focus').blur();
	const loaded = editor.page.waitForResponse(/dynamic-node-parameters\/options/);
	await addTo(editor, 'Add Contact Field', 'Lists for New Contacts');
	await (await loaded).finished();
	const lists = await editor.openDropDown('subscribedToLists');
	await lists.getByText('Newsletter').first().click();
	await editor.page.keyboard.press('Escape');
	await savedAs(editor, 'additionalFields', {
		...{ name: 'Kim Example', subscribedToLists: ['newsletter'] },
	});
	await editor.execute();
	await editor.output.getByText('1 item').waitFor();
	expect(sandbox.store.findContact('kim@example.com')?.name).toBe('Kim Example');
	await editor.closeNode();

	await addNewsletter(editor, 'kim@example.com');
	// Typed with blanks, it also becomes an expression.
	await typeTag(editor, 'body', FALLBACK_WITH_BLANKS);
	await savedAs(editor, 'body', `=${FALLBACK_WITH_BLANKS}`);
	await editor.text('body').fill('');
	await editor.paste('body', FALLBACK);
	await editor.page.getByText('[ERROR: invalid syntax]').first().waitFor();
	await execute(editor, 'body', `=${FALLBACK}`);
	await eventually(async () => expect(mails()).toHaveLength(1));
	expect(bodies()).toEqual(['kim@example.com: Hi Kim']);
	await replace(editor, 'testRecipient', nameless.email);
	await execute(editor, 'testRecipient', nameless.email);
	await eventually(async () => expect(mails()).toHaveLength(2));
	expect(bodies()[1]).toBe('nameless@example.com: Hi there');

	await sendBody(editor, 'Your plan: {{plan}}');
	await editor.output.getByText('{{plan}}').first().waitFor();
});

test('personalize: HTML has tags as before, and expressions only in the mode Expression', async () => {
	const editor = await createWorkflow();
	await addNewsletter(editor, ada.email);
	await choose(editor, 'bodyFormat', 'HTML');
	await editor.field('body').locator('.cm-content').waitFor();
	// n8n's editor closes the element and the braces by itself.
	await editor.type('body', '<p>Hi {{firstName');
	await execute(editor, 'body', expect.stringContaining('<p>Hi {{ firstName }}</p>'));
	await eventually(async () => expect(bodies()).toEqual(['ada@example.com: <p>Hi Ada</p>']));
	expect(demo().sandbox.store.mails).toMatchObject([{ bodyFormat: 'html' }]);

	// If a tag is typed with its closing braces, they stand there twice. A pasted one stays as it is.
	await editor.text('body').fill('');
	await editor.type('body', 'Hi {{firstName}}');
	await savedAs(editor, 'body', 'Hi {{ firstName}} }}');
	await editor.text('body').fill('');
	await editor.paste('body', 'Hi {{firstName}}');
	await savedAs(editor, 'body', 'Hi {{firstName}}');

	await editor.text('body').fill('<p>{{ 1 + 1 }} news, {{firstName}}</p>');
	// n8n's HTML editor reports its text a moment later, which would switch the field back.
	await savedAs(editor, 'body', '<p>{{ 1 + 1 }} news, {{firstName}}</p>');
	await editor.field('body').hover();
	const options = editor.page.getByTestId('body-parameter-input-options-container');
	await options.getByTestId('radio-button-expression').click();
	await execute(editor, 'body', '=<p>{{ 1 + 1 }} news, {{firstName}}</p>');
	await eventually(async () => expect(mails()).toHaveLength(2));
	expect(bodies()[1]).toBe('ada@example.com: <p>2 news, Ada</p>');
});
