import { escaped, paragraphs } from '../../nodes/Mailroom/resources/email/sendAndWait/html';

test('everything that means something in HTML is escaped', () => {
	expect(escaped(`<a href="x" title='y'>&amp;`)).toBe(
		'&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;',
	);
});

test.each([
	['one\ntwo', '<p>one<br>two</p>'],
	['one\r\n \r\n\ntwo\n', '<p>one</p>\n<p>two</p>'],
	[' \n\n ', ''],
	['{\n  "a": 1\n}', '<p>{<br>\u00a0\u00a0&quot;a&quot;: 1<br>}</p>'],
])('a text keeps its lines: %j', (text, html) => {
	expect(paragraphs(text)).toBe(html);
});

test.each([
	['see https://example.com/a.', 'https://example.com/a'],
	['(https://example.com/?a=1&b=2)', 'https://example.com/?a=1&amp;b=2'],
	['<https://example.com>', 'https://example.com'],
	['"http://example.com/x_y-z#end", he said', 'http://example.com/x_y-z#end'],
	['"https://example.com\\nBye"', 'https://example.com'],
])('an address of the web is a link, without what ends the sentence: %j', (text, address) => {
	expect(paragraphs(text)).toContain(
		`<a href="${address}" rel="noopener noreferrer">${address}</a>`,
	);
});

test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com', 'example.com'])(
	'no other is: %s',
	(text) => {
		expect(paragraphs(text)).toBe(`<p>${text}</p>`);
	},
);
