import type { IDataObject } from 'n8n-workflow';
import type { Choice, Question } from '../../nodes/Mailroom/resources/email/sendAndWait/Question';
import { replyIn, textIn } from '../../nodes/Mailroom/resources/email/sendAndWait/reply';

const yes: Choice = { label: 'Send it', approved: true };
const no: Choice = { label: "Don't", approved: false };
const asked = { id: '1', subject: 'Send it?', message: 'Please edit.' };

test.each([
	['a form', { text: 'Hello\r\nthere' }, 'Hello\nthere'],
	['a body in parts', { data: { text: 'Hello' }, files: {} }, 'Hello'],
])('the text of a reply is that of %s', (_, body, text) => {
	expect(textIn(body, 'text')).toBe(text);
});

test.each([undefined, {}, { data: null }, { data: 'x' }, { text: ['a', 'b'] }, { text: { a: 1 } }])(
	'a reply without one text is empty: %j',
	(body) => {
		expect(textIn(body, 'text')).toBe('');
	},
);

test.each([yes, no])('the link decides on an approval, whatever is sent with it: %j', (link) => {
	const question: Question = { ...asked, responseType: 'approval', choices: [yes, no] };
	const body = { approved: String(!link.approved), text: 'x' };
	expect(replyIn(question, link, body)).toEqual({ approved: link.approved });
});

describe('an approval with text', () => {
	const withDraft = (prefilledText?: string, choices = [yes, no]): Question => ({
		...{ ...asked, responseType: 'approvalWithText', choices, prefilledText },
	});
	const reply = (question: Question, body?: IDataObject) => replyIn(question, yes, body);
	const draft = withDraft('One\r\ntwo');

	test.each([
		['approves what was edited', draft, { approved: 'true', text: 'One\r\n2' }, [true, 'One\n2']],
		['approves the draft', draft, { approved: 'true', text: 'One\r\ntwo' }, [true, 'One\ntwo']],
		['declines with a reason', draft, { approved: 'false', text: 'Too long' }, [false, 'Too long']],
		['declines the draft', draft, { approved: 'false', text: 'One\r\ntwo' }, [false, '']],
		['declines an emptied draft', draft, { approved: 'false', text: ' ' }, [false, '']],
		['approves without a draft', withDraft(), { approved: 'true', text: '\r\n' }, [true, '']],
		['approves a blank draft', withDraft(' \n'), { approved: 'true', text: ' \n' }, [true, '']],
		['comments an approval', withDraft(), { approved: 'true', text: 'Fine' }, [true, 'Fine']],
		['comes in parts', draft, { data: { approved: 'false', text: 'No' } }, [false, 'No']],
	])('%s', (_, question, body, [approved, text]) => {
		expect(reply(question, body)).toEqual({ approved, text });
	});

	test.each([
		undefined,
		{ text: 'Edited' },
		{ approved: '', text: 'Edited' },
		{ approved: 'yes', text: 'Edited' },
		{ approved: ['true', 'false'], text: 'Edited' },
		{ approved: ['true', 'true'], text: 'Edited' },
		{ approved: true, text: 'Edited' },
		{ approved: { true: 'true' }, text: 'Edited' },
	])('is asked for again, with what was written, without one button: %j', (body) => {
		const text = body ? 'Edited' : undefined;
		expect(reply(draft, body)).toEqual({ problem: 'Please press one of the buttons.', text });
	});

	test('is asked for again if the draft was emptied', () => {
		const problem = 'The response is empty. Please write something.';
		expect(reply(draft, { approved: 'true', text: ' \r\n' })).toEqual({ problem });
		expect(reply(draft, { approved: 'true' })).toEqual({ problem });
	});

	test('cannot be declined where that is not offered', () => {
		const onlyYes = withDraft('One', [yes]);
		expect(reply(onlyYes, { approved: 'false', text: 'No' })).toHaveProperty('problem');
		expect(reply(onlyYes, { approved: 'true', text: 'No' })).toEqual({
			approved: true,
			text: 'No',
		});
	});
});
