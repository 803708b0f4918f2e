import { CONNECTION_FAILURES } from '../../../nodes/Mailroom/transport/connectionFailure';
import { verdictOf, type Verdict } from '../../../nodes/Mailroom/transport/verdict';
import { isJsonObject } from '../../../nodes/Mailroom/transport/isJsonObject';

const answers: Array<[claim: string, status: number, body: unknown, verdict: Verdict]> = [
	['200 with success', 200, { success: true }, { kind: 'accepted' }],
	['200 with a record', 200, { success: true, data: {} }, { kind: 'accepted' }],
	['200 without a word', 200, {}, inDoubt(false)],
	['200 of maintenance', 200, { status: 'maintenance' }, inDoubt(false)],
	['success as text', 200, { success: 'false' }, inDoubt(false)],
	['success as text, with words', 200, { success: 'true', message: 'queued' }, inDoubt(false)],
	['success as a number, with words', 200, { success: 1, reason: 'ok' }, inDoubt(false)],
	['202 with words', 202, { message: 'Accepted' }, inDoubt(false)],
	['201 with words', 201, { message: 'created' }, inDoubt(false)],
	['202 with a no', 202, { success: false, message: 'Quota' }, { kind: 'rejected' }],
	['no success and a reason', 200, { success: null, reason: 'Quota' }, { kind: 'rejected' }],
	['success with a message', 200, { success: true, message: 'queued' }, { kind: 'accepted' }],
	['a reason without success', 200, { error: true, reason: 'Quota' }, { kind: 'rejected' }],
	['an error that is no text', 200, { error: true }, inDoubt(false)],
	['201', 201, { success: true }, { kind: 'accepted' }],
	['success: false in a 200', 200, { success: false }, { kind: 'rejected' }],
	['a cut answer, which n8n hands over as text', 200, '{"success": tr', inDoubt(false)],
	['HTML with status 200', 200, '<html><body>Sign in</body></html>', inDoubt(false)],
	['an empty answer', 200, '', inDoubt(false)],
	['a missing answer', 204, undefined, inDoubt(false)],
	['null', 200, null, inDoubt(false)],
	['an array', 200, [{ success: true }], inDoubt(false)],
	['a redirect', 302, '', inDoubt(false)],
	['a permanent redirect', 308, { success: true }, inDoubt(false)],
	['400', 400, { success: false }, { kind: 'rejected' }],
	['401', 401, { success: false }, { kind: 'rejected' }],
	['404', 404, '<html>', { kind: 'rejected' }],
	['408', 408, {}, inDoubt(true)],
	['409', 409, {}, { kind: 'rejected' }],
	['429', 429, {}, { kind: 'throttled' }],
	['429 that says success', 429, { success: true }, { kind: 'throttled' }],
	['500', 500, {}, inDoubt(true)],
	['503 that says success', 503, { success: true }, inDoubt(true)],
	['599', 599, '', inDoubt(true)],
];

function inDoubt(isTransient: boolean): Verdict {
	return { kind: 'inDoubt', isTransient };
}

test.each(answers)('judges %s', (_claim, status, body, verdict) => {
	expect(verdictOf({ kind: 'response', status, body }, 'nonIdempotent')).toEqual(verdict);
});

const readAnswers: Array<[claim: string, body: unknown, verdict: Verdict]> = [
	['records without success', { data: [] }, { kind: 'accepted' }],
	['a record beside a reason', { data: {}, error: 'not found' }, { kind: 'rejected' }],
	['a record beside a message', { success: true, data: {}, message: 'ok' }, { kind: 'accepted' }],
	['a record that is refused', { success: false, data: {} }, { kind: 'rejected' }],
	['a reason', { error: true, reason: 'Quota' }, { kind: 'rejected' }],
	['a reason beside a text', { success: 'no', data: {}, reason: 'x' }, { kind: 'rejected' }],
	['nothing', {}, inDoubt(false)],
];

test.each(readAnswers)('takes of what was read: %s', (_claim, body, verdict) => {
	expect(verdictOf({ kind: 'response', status: 200, body }, 'safe')).toEqual(verdict);
});

const failures: Array<[failure: keyof typeof CONNECTION_FAILURES, verdict: Verdict]> = [
	['refused', { kind: 'notSent', isTransient: true }],
	['hostNotFound', { kind: 'notSent', isTransient: true }],
	['notConnected', { kind: 'notSent', isTransient: true }],
	['certificate', { kind: 'notSent', isTransient: false }],
	['unsendable', { kind: 'notSent', isTransient: false }],
	['timeout', inDoubt(true)],
	['broken', inDoubt(true)],
	['stopped', inDoubt(false)],
	['unknown', inDoubt(false)],
];

test.each(failures)('judges the failure "%s"', (failure, verdict) => {
	expect(
		verdictOf(
			{ kind: 'noResponse', failure: CONNECTION_FAILURES[failure], detail: '' },
			'nonIdempotent',
		),
	).toEqual(verdict);
});

test('takes only a plain JSON object for one', () => {
	expect([{}, { data: 1 }].map(isJsonObject)).toEqual([true, true]);
	expect([null, undefined, [], 'text', 1, true].map(isJsonObject)).toEqual(
		Array.from({ length: 6 }, () => false),
	);
});
