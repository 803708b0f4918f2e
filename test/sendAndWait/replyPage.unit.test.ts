import type { Question } from '../../nodes/Mailroom/resources/email/sendAndWait/Question';
import { questionPage } from '../../nodes/Mailroom/resources/email/sendAndWait/replyPage';

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
	const page = questionPage(question('a draft'), choice, 'The response is empty.');
	expect(page).toContain('<p role="alert">The response is empty.</p>');
	expect(fieldOf(page)).toBe('a draft');
});
