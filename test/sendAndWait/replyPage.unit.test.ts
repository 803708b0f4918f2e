import type { Question } from '../../nodes/Mailroom/resources/email/sendAndWait/Question';
import {
	questionPage,
	recordedPage,
} from '../../nodes/Mailroom/resources/email/sendAndWait/replyPage';

const choice = { label: 'Respond', approved: true };

const question = (prefilledText?: string): Question => ({
	...{ id: '1', subject: 'The text?', message: 'Please edit.', responseType: 'freeText' },
	...{ choices: [choice], prefilledText },
});

/** As a browser reads it: HTML drops a line break at the start. */
const fieldOf = (page: string) => /<textarea[^>]*>\n?([^<]*)<\/textarea>/.exec(page)?.[1];

test.each([
	['one\ntwo', 'one\ntwo'],
	['\n\none', '\n\none'],
	[
		'</textarea><script>alert(1)</script>',
		'&lt;/textarea&gt;&lt;script&gt;alert(1)&lt;/script&gt;',
	],
	['&lt; "quoted" \u202e', '&amp;lt; &quot;quoted&quot; \u202e'],
	[undefined, ''],
])('the field contains exactly %j at first', (prefilledText, html) => {
	expect(fieldOf(questionPage(question(prefilledText), choice))).toBe(html);
});

test('after an empty reply, the draft is in the field again', () => {
	const page = questionPage(question('a draft'), choice, { problem: 'The response is empty.' });
	expect(page).toContain('<p role="alert">The response is empty.</p>');
	expect(fieldOf(page)).toBe('a draft');
});

test('the pages say for whom they are', () => {
	const asked = { ...question(), people: ['a<b>@example.com', 'grace@example.com'] };
	const link = { ...choice, address: 'a<b>@example.com' };
	for (const page of [
		questionPage(asked, link),
		recordedPage(asked, { text: 'Yes' }, link.address),
	]) {
		expect(page).toContain('This page is for a&lt;b&gt;@example.com.');
	}
	expect(questionPage(asked, link)).toContain('1 other person was asked');
	expect(questionPage({ ...asked, people: ['ada@example.com'] }, link)).not.toContain('asked, too');
	// Questions of earlier versions have no addresses.
	expect(questionPage(question(), choice)).not.toContain('This page is for');
});

describe('an approval with text', () => {
	const decline = { label: '<No>', approved: false };
	const asked = (parts: Partial<Question> = {}): Question => ({
		...{ ...question('a draft'), responseType: 'approvalWithText', afterDecline: 'stop' },
		...{ choices: [{ label: 'Send & go', approved: true }, decline], ...parts },
	});
	const pageOf = (parts?: Partial<Question>) => questionPage(asked(parts), choice);

	test('has a button for each decision, and a decline needs no text', () => {
		expect(pageOf().match(/<button.*button>/g)).toEqual([
			'<button type="submit" name="approved" value="true" class="approve">Send &amp; go</button>',
			'<button type="submit" name="approved" value="false" formnovalidate>&lt;No&gt;</button>',
		]);
	});

	test.each([
		['a draft', '<label>Your response<textarea name="text" required'],
		[undefined, '<label>Your response (optional)<textarea name="text" autofocus'],
		[' ', '<label>Your response (optional)<textarea name="text" autofocus'],
	])('with the draft %j it asks for the text like this: %s', (prefilledText, html) => {
		expect(pageOf({ prefilledText })).toContain(html);
	});

	test('asks for a reason only where somebody reads it', () => {
		const reason = 'To decline with a reason, write it in the field.';
		expect(pageOf()).toContain('when you press a button.</small>');
		expect(pageOf({ afterDecline: 'continue' })).toContain(`press a button. ${reason}</small>`);
		const onlyYes = pageOf({ choices: [choice], afterDecline: 'continue' });
		expect(onlyYes).toContain('when you press the button.</small>');
	});

	test('keeps what was written if no button was pressed', () => {
		const page = questionPage(asked(), choice, { problem: 'Press one.', text: 'edited' });
		expect(fieldOf(page)).toBe('edited');
	});

	test('shows after the reply what was decided and written', () => {
		const page = recordedPage(asked(), { approved: false, text: 'Too <long>' });
		expect(page).toContain('<p>&lt;No&gt;</p>\n<p>Too &lt;long&gt;</p>');
	});
});
