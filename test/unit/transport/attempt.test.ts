import {
	isJsonObject,
	verdictOf,
	type ConnectionFailure,
	type Verdict,
} from '../../../nodes/Mailroom/transport/attempt';

const answers: Array<[claim: string, status: number, body: unknown, verdict: Verdict]> = [
	['200 with success', 200, { success: true }, { kind: 'accepted' }],
	['200 with a record', 200, { success: true, data: {} }, { kind: 'accepted' }],
	['200 without success', 200, { data: [] }, { kind: 'accepted' }],
	['201', 201, { success: true }, { kind: 'accepted' }],
	['success: false in a 200', 200, { success: false }, { kind: 'rejected' }],
	['a cut answer, which n8n hands over as text', 200, '{"success": tr', unclear(false)],
	['HTML with status 200', 200, '<html><body>Sign in</body></html>', unclear(false)],
	['an empty answer', 200, '', unclear(false)],
	['a missing answer', 204, undefined, unclear(false)],
	['null', 200, null, unclear(false)],
	['an array', 200, [{ success: true }], unclear(false)],
	['a redirect', 302, '', unclear(false)],
	['a permanent redirect', 308, { success: true }, unclear(false)],
	['400', 400, { success: false }, { kind: 'rejected' }],
	['401', 401, { success: false }, { kind: 'rejected' }],
	['404', 404, '<html>', { kind: 'rejected' }],
	['408', 408, {}, unclear(true)],
	['409', 409, {}, { kind: 'rejected' }],
	['429', 429, {}, { kind: 'throttled' }],
	['429 that says success', 429, { success: true }, { kind: 'throttled' }],
	['500', 500, {}, unclear(true)],
	['503 that says success', 503, { success: true }, unclear(true)],
	['599', 599, '', unclear(true)],
];

function unclear(passing: boolean): Verdict {
	return { kind: 'unclear', passing };
}

test.each(answers)('judges %s', (_claim, status, body, verdict) => {
	expect(verdictOf({ kind: 'answer', status, body })).toEqual(verdict);
});

const failures: Array<[failure: ConnectionFailure, verdict: Verdict]> = [
	['refused', { kind: 'notSent', passing: true }],
	['hostNotFound', { kind: 'notSent', passing: true }],
	['notConnected', { kind: 'notSent', passing: true }],
	['certificate', { kind: 'notSent', passing: false }],
	['unsendable', { kind: 'notSent', passing: false }],
	['timeout', unclear(true)],
	['broken', unclear(true)],
	['unknown', unclear(false)],
];

test.each(failures)('judges the failure "%s"', (failure, verdict) => {
	expect(verdictOf({ kind: 'noAnswer', failure, detail: '' })).toEqual(verdict);
});

test('takes only a plain JSON object for one', () => {
	expect([{}, { data: 1 }].map(isJsonObject)).toEqual([true, true]);
	expect([null, undefined, [], 'text', 1, true].map(isJsonObject)).toEqual(
		Array.from({ length: 6 }, () => false),
	);
});
