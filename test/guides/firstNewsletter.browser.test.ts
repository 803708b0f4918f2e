import { submitForm } from '../../demo/submitForm';
import {
	addOption,
	choose,
	chooseList,
	removeOption,
	replace,
} from '../support/browser/buildWorkflow';
import type { Editor } from '../support/browser/Editor';
import { eventually } from '../support/browser/eventually';
import { nameless, useGuide } from '../support/browser/useGuide';

// The steps of docs/guides/first-newsletter.md.

const guide = useGuide('first newsletter');
const { demo, newPage, mails, createWorkflow, addMailroom, savedAs, execute, refuses } = guide;

const SUBJECT = 'News for {{firstName|default:"you"}}';
const BODY =
	'Hi {{firstName|default:"there"}},\n\nhere is **our news** for this month.\n[Read more](https://example.com)';
const YOU = 'kim@example.com';
const REFUSAL = '"Test Recipient" is empty';
const OUTPUT_OF_SEND = "It can't be taken back";

/** The steps 2 of the guide. */
async function writeNewsletter() {
	const editor = await createWorkflow();
	await addMailroom(editor, 'Send newsletter to list');
	await chooseList(editor, 'Newsletter');
	await editor.type('testRecipient', YOU);
	await editor.type('subject', SUBJECT);
	await editor.type('body', BODY);
	return editor;
}

async function typeList(editor: Editor) {
	await addOption(editor, 'Send in Manual Executions');
	await editor.type('sendInManualExecutions', 'newsletter');
}

test('first newsletter: a test, a refusal, the newsletter, and no second one', async () => {
	const { sandbox } = demo();
	sandbox.store.deleteContact('ada@example.com');
	const { url } = await guide.publishTemplate('Form to welcome email', 'welcome');
	await submitForm(url, { Name: 'Kim Example', Email: YOU });
	await eventually(async () => expect(mails()).toHaveLength(1));
	expect(sandbox.store.findContact(YOU)?.subscribedToLists).toContain('newsletter');
	sandbox.store.mails.length = 0;

	const editor = await writeNewsletter();
	await execute(editor, 'body', BODY);
	await editor.output.getByText('the email went to the test recipient only').waitFor();
	expect(mails()).toEqual([`${YOU}: News for Kim`]);

	await editor.text('testRecipient').fill('');
	await execute(editor, 'testRecipient', undefined);
	await refuses(editor, REFUSAL);
	expect(mails()).toHaveLength(1);

	await addOption(editor, 'Send Once Key');
	await editor.type('sendOnceKey', 'first newsletter');
	await typeList(editor);
	await execute(editor, 'sendInManualExecutions', 'newsletter');
	await editor.output.getByText(OUTPUT_OF_SEND).waitFor();
	const sent = [`${YOU}: News for Kim`, `${nameless.email}: News for you`];
	expect(mails().slice(1).sort()).toEqual(sent);

	await editor.execute();
	await editor.output.getByText('alreadySent').waitFor();
	expect(mails()).toHaveLength(3);

	await removeOption(editor, 'sendInManualExecutions');
	await replace(editor, 'sendOnceKey', 'second newsletter');
	await savedAs(editor, 'sendOnceKey', 'second newsletter');
	await execute(editor, 'sendInManualExecutions', undefined);
	await refuses(editor, REFUSAL);
	expect(mails()).toHaveLength(3);

	await typeList(editor);
	await execute(editor, 'sendInManualExecutions', 'newsletter');
	await editor.output.getByText(OUTPUT_OF_SEND).waitFor();
	expect(mails().slice(3).sort()).toEqual(sent);

	const inbox = await newPage();
	await inbox.goto(sandbox.origin);
	await inbox.getByRole('link', { name: 'News for Kim' }).first().click();
	await inbox.frameLocator('iframe').getByText('Hi Kim,').waitFor();
});

test('first newsletter: with a date, the service gets it now and sends it then', async () => {
	const { sandbox } = demo();
	sandbox.store.addContact({ email: YOU, name: 'Kim', subscribedToLists: ['newsletter'] });
	const editor = await writeNewsletter();
	await editor.text('testRecipient').fill('');
	await choose(editor, 'delivery', 'At a Date and Time');
	const year = new Date().getFullYear() + 1;
	// n8n's timezone is that of this process.
	const sendAt = new Date(year, 11, 1, 15).toISOString().replace('.000', '');
	const date = editor.field('delayUntilDate').locator('input');
	await date.click();
	await date.fill(`${year}-12-01 15:00:00`);
	await date.press('Enter');
	await typeList(editor);
	await savedAs(editor, 'delayUntilDate', expect.stringContaining(`${year}-12-01`));
	await execute(editor, 'sendInManualExecutions', 'newsletter');
	await editor.output.getByText('sendAt').first().waitFor();
	const sends = sandbox.journal.filter(({ path }) => path === '/email/list');
	expect(sends).toMatchObject([{ body: { delayUntilDate: sendAt } }]);
	const times = sandbox.store.mails.map((mail) => new Date(mail.sendAt ?? ''));
	expect(times).toEqual([1, 2, 3].map(() => new Date(sendAt)));
});
