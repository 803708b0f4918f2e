import { textIn } from '../../nodes/Mailroom/resources/email/sendAndWait/replyWebhook';

test.each([
	['a form', { text: 'Hello\r\nthere' }, 'Hello\nthere'],
	['a body in parts', { data: { text: 'Hello' }, files: {} }, 'Hello'],
])('the text of a reply is that of %s', (_, body, text) => {
	expect(textIn(body)).toBe(text);
});

test.each([undefined, {}, { data: null }, { data: 'x' }, { text: ['a', 'b'] }, { text: { a: 1 } }])(
	'a reply without one text is empty: %j',
	(body) => {
		expect(textIn(body)).toBe('');
	},
);
