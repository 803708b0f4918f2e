import { CONNECTION_FAILURES } from '../../nodes/Mailroom/transport/failure/connectionFailure';
import { verdictOf, type Verdict } from '../../nodes/Mailroom/transport/verdict';
import { isJsonObject } from '../../nodes/Mailroom/service';

const answers: Array<[claim: string, status: number, body: unknown, verdict: Verdict]> = [
	['200 with success', 200, { success: true }, 'accepted'],
	['200 with a record', 200, { success: true, data: {} }, 'accepted'],
	['200 without a word', 200, {}, 'unclear'],
	['200 of maintenance', 200, { status: 'maintenance' }, 'unclear'],
	['success as text', 200, { success: 'false' }, 'unclear'],
	['success as text, with words', 200, { success: 'true', message: 'queued' }, 'unclear'],
	['success as a number, with words', 200, { success: 1, reason: 'ok' }, 'unclear'],
	['202 with words', 202, { message: 'Accepted' }, 'unclear'],
	['201 with words', 201, { message: 'created' }, 'unclear'],
	['202 with a no', 202, { success: false, message: 'Quota' }, 'rejected'],
	['no success and a reason', 200, { success: null, reason: 'Quota' }, 'rejected'],
	['success with a message', 200, { success: true, message: 'queued' }, 'accepted'],
	['a reason without success', 200, { error: true, reason: 'Quota' }, 'rejected'],
	['an error that is no text', 200, { error: true }, 'unclear'],
	['201', 201, { success: true }, 'accepted'],
	['success: false in a 200', 200, { success: false }, 'rejected'],
	['a cut answer, which n8n hands over as text', 200, '{"success": tr', 'unclear'],
	['HTML with status 200', 200, '<html><body>Sign in</body></html>', 'unclear'],
	['an empty answer', 200, '', 'unclear'],
	['a missing answer', 204, undefined, 'unclear'],
	['null', 200, null, 'unclear'],
	['an array', 200, [{ success: true }], 'unclear'],
	['201 with a no', 201, { success: false }, 'rejected'],
	['a redirect of the same request', 307, '', 'rejected'],
	['a redirect that may follow a change', 302, '', 'unclear'],
	['a redirect to another page', 303, '', 'unclear'],
	['"not modified"', 304, undefined, 'unclear'],
	['a permanent redirect', 308, { success: true }, 'rejected'],
	['400', 400, { success: false }, 'rejected'],
	['401', 401, { success: false }, 'rejected'],
	['404', 404, '<html>', 'rejected'],
	['408', 408, {}, 'failed'],
	['409', 409, {}, 'rejected'],
	['429', 429, {}, 'throttled'],
	['429 that says success', 429, { success: true }, 'throttled'],
	['500', 500, {}, 'failed'],
	['503 that says success', 503, { success: true }, 'failed'],
	['599', 599, '', 'failed'],
];

test.each(answers)('judges %s', (_claim, status, body, verdict) => {
	expect(verdictOf({ status, body }, 'nonIdempotent')).toEqual(verdict);
});

const readAnswers: Array<[claim: string, body: unknown, verdict: Verdict]> = [
	['records without success', { data: [] }, 'accepted'],
	['a record beside a reason', { data: {}, error: 'not found' }, 'rejected'],
	['a record beside a message', { success: true, data: {}, message: 'ok' }, 'accepted'],
	['a record that is refused', { success: false, data: {} }, 'rejected'],
	['a record beside a text', { success: 'false', data: {} }, 'unclear'],
	['a reason', { error: true, reason: 'Quota' }, 'rejected'],
	['a reason beside a text', { success: 'no', data: {}, reason: 'x' }, 'rejected'],
	['nothing', {}, 'unclear'],
];

test.each(readAnswers)('takes of what was read: %s', (_claim, body, verdict) => {
	expect(verdictOf({ status: 200, body }, 'safe')).toEqual(verdict);
});

const failures: Array<[failure: keyof typeof CONNECTION_FAILURES, verdict: Verdict]> = [
	['refused', 'unreachable'],
	['hostNotFound', 'unreachable'],
	['notConnected', 'unreachable'],
	['certificate', 'unsendable'],
	['unsendable', 'unsendable'],
	['timeout', 'failed'],
	['broken', 'failed'],
	['stopped', 'canceled'],
	['unknown', 'unclear'],
];

test.each(failures)('judges the failure "%s"', (failure, verdict) => {
	expect(CONNECTION_FAILURES[failure].verdict).toBe(verdict);
});

test('takes only a plain JSON object for one', () => {
	expect([{}, { data: 1 }].map(isJsonObject)).toEqual([true, true]);
	expect([null, undefined, [], 'text', 1, true].map(isJsonObject)).toEqual(
		Array.from({ length: 6 }, () => false),
	);
});
