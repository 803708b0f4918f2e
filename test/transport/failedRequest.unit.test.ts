import { reasonOf, reasonOfError } from '../../nodes/Mailroom/transport/failure/describeReason';
import { joinSentences } from '../../nodes/Mailroom/wording';
import { failedRequest } from '../../nodes/Mailroom/transport/failure/failedRequest';
import type { Failed } from '../../nodes/Mailroom/transport/Outcome';
import type { RequestTraits } from '../../nodes/Mailroom/transport/failure/describeResponse';
import { verdictOf, type Attempt, type Responded } from '../../nodes/Mailroom/transport/verdict';

const HTML = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>';
const DOUBT_TEXTS = {
	problem: 'The email may or may not have been sent',
	advice: 'Check before you send it again.',
};

const failedBy = (attempt: Attempt, request: Partial<Request> = {}) =>
	failedRequest(
		attempt,
		{ isInDoubt: false, doubtTexts: DOUBT_TEXTS, idempotency: 'nonIdempotent', ...request },
		{
			route: { host: 'mail.example.com:8443' },
			redact: (text) => text.replaceAll('k3y', '***'),
		},
	);

type Request = Parameters<typeof failedRequest>[1];

/** As one text. */
const textOf = ({ doubt, problem, advice }: Failed) =>
	joinSentences(doubt?.problem, problem, doubt?.advice, advice);

const responded = (answer: Omit<Responded, 'kind' | 'verdict'>): Attempt => ({
	...{ kind: 'response', verdict: verdictOf(answer, 'nonIdempotent') },
	...answer,
});

const problemOf = (answer: Omit<Responded, 'kind' | 'verdict'>) =>
	textOf(failedBy(responded(answer)));

test.each(['https://k3y.example.com/', 'https://%6b3y.example.com/'])(
	'a short key is in no redirect: %s',
	(location) => {
		expect(problemOf({ status: 302, body: '', location })).toContain('https://***.example.com');
	},
);

test('a short key is in no reason, either', () => {
	const message = problemOf({ status: 400, body: { reason: 'Not the key k3y' } });
	expect(message).toContain('Not the key ***');
});

describe('the reason in an error body', () => {
	const said = 'No such list';
	test.each<[body: unknown, reason: string | undefined]>([
		[{ reason: said }, said],
		[{ success: false, message: said }, said],
		[{ error: said }, said],
		[{ error: 'c', message: 'b', reason: 'a' }, 'a'],
		[{ error: 'Bad Request', message: said }, said],
		[{ reason: ' ', message: said }, said],
		[{ reason: null, error: said }, said],
		[{ message: 17, error: 'No' }, 'No'],
		[{ error: { code: 17, message: said } }, said],
		[{ error: { error: { reason: said } } }, said],
		[{ message: ['email is taken', 'name is empty'] }, 'email is taken; name is empty'],
		[{ error: [{ message: 'a' }, { message: 'b' }, {}] }, 'a; b'],
		[{ message: `\n ${said} ` }, said],
		[{ message: 'delay < 0 is not allowed' }, 'delay < 0 is not allowed'],
		[{ message: 'No to Ada <ada@example.com>' }, 'No to Ada <ada@example.com>'],
		[{}, undefined],
		[{ message: [] }, undefined],
		[{ detail: 'x', code: 'y' }, undefined],
		[said, undefined],
		[HTML, undefined],
		[{ message: HTML }, undefined],
		[{ message: 'Oops <br/> sorry' }, undefined],
		[{ message: '<img src=x onerror=alert(1)>' }, undefined],
		[{ message: '<a href="https://example.com" x=1>in' }, undefined],
		[{ message: '<!-- c -->' }, undefined],
		[{ message: HTML, error: said }, said],
		[[{ message: 'x' }], undefined],
		[undefined, undefined],
	])('of %j is %j', (body, reason) => {
		expect(reasonOf(body)).toBe(reason);
	});

	test.each<[body: unknown, reason: string | undefined]>([
		[{ type: 'about:blank', title: 'Bad Request', detail: said }, said],
		[{ title: said, status: 400 }, said],
		[{ errors: ['email is taken', { message: 'name is empty' }] }, 'email is taken; name is empty'],
		[{ error: { code: 17, detail: said } }, said],
		[{ title: 'Bad Request', reason: said }, said],
		[{ code: 'y' }, undefined],
		[{ detail: HTML }, undefined],
	])('with an error status, of %j, is %j', (body, reason) => {
		expect(reasonOfError(body)).toBe(reason);
	});
});

describe('the problem with an answer', () => {
	const advice = 'Check the API key of the credential';
	test.each<[status: number, body: unknown, ...shown: string[]]>([
		[400, { reason: 'No such list' }, 'No such list', '400'],
		[404, '', 'status 404'],
		[503, { message: 'Busy' }, '503', 'Busy'],
		[422, { detail: 'No such list' }, 'No such list', '422'],
		[200, { success: false }, '200'],
		[200, { success: false, error: 'No such list' }, '200', 'No such list'],
		[401, {}, '401', advice],
		[401, { message: 'Key was disabled' }, '401', 'Key was disabled', advice],
		[
			429,
			{},
			'(status 429) for a minute. Wait a few minutes, then try again.',
			'too many requests',
		],
		[429, { message: 'Slow down' }, 'a minute: Slow down. Wait a few minutes, then try again.'],
		[200, '{"success": tr', '200', "couldn't be read"],
	])('of status %i with %j shows %j', (status, body, ...shown) => {
		for (const text of shown) expect(problemOf({ status, body })).toContain(text);
	});

	test.each([200, 301, 400, 401, 404, 429, 500, 502])('never shows HTML, status %i', (status) => {
		for (const body of [HTML, { message: HTML }, { error: { message: HTML } }]) {
			expect(problemOf({ status, body })).toContain(`status ${status}`);
			expect(problemOf({ status, body })).not.toMatch(/[<>]|Gateway/);
		}
	});

	test.each([300, 304, 305, 306])(
		'of status %i without a location speaks of no redirect',
		(status) => {
			const problem = problemOf({ status, body: '' });
			expect(problem).toContain(`The service responded with status ${status}. `);
			expect(problem).not.toContain('redirect');
			expect(problemOf({ status, body: { message: 'Odd' } })).toContain(`status ${status}: Odd. `);
		},
	);

	test('of a 304 with a location speaks of no redirect, of a 300 with one it does', () => {
		const location = 'https://login.example.com/';
		expect(problemOf({ status: 304, body: '', location })).not.toContain('redirect');
		expect(problemOf({ status: 300, body: '', location })).toContain('redirected the request to');
	});

	test('is cut when the reason is endless', () => {
		const endless = Array.from({ length: 9999 }, () => 'abc');
		expect(problemOf({ status: 400, body: { message: endless } }).length).toBeLessThan(600);
	});

	const redirects: Array<[location: string | undefined, expected: string]> = [
		['https://login.example.com/sign-in?token=secret#part', ' to https://login.example.com '],
		['https://user:secret@login.example.com:8443/a', ' to https://login.example.com:8443 '],
		['/v2/secret', ' request (status 302)'],
		[undefined, ' request (status 302)'],
	];

	test.each(redirects)('shows of a redirect to %s only the origin', (location, expected) => {
		const problem = problemOf({ status: 302, body: HTML, location });
		expect(problem).toContain(expected);
		expect(problem).not.toContain('secret');
		expect(problem).toContain('Check the Base URL of the credential');
	});
});

describe('the advice on an answer', () => {
	const RULE = 'The rule of the operation.';
	const adviceOf = (
		status: number,
		{ proxy, body = {}, ...more }: { proxy?: string; body?: unknown } & Partial<RequestTraits> = {},
	) => {
		const idempotency = 'nonIdempotent' as const;
		const request = { isInDoubt: false, idempotency, rejectionAdvice: RULE, ...more };
		const route = { host: 'mail.example.com', proxy };
		const connection = { route, redact: (text: string) => text };
		return failedRequest(responded({ status, body }), request, connection).advice;
	};

	const noRule = { rejectionAdvice: undefined };
	const CHECK_URL = /^Check the Base URL of the credential\.$/;
	test.each<[status: number, more: Parameters<typeof adviceOf>[1], advice: string | RegExp]>([
		...[400, 404, 409, 422].map((status): [number, object, string] => [status, {}, RULE]),
		[200, { body: { success: false } }, RULE],
		[200, {}, /^If this happens again, check the Base URL/],
		[304, {}, /^If this happens again, check the Base URL/],
		[307, {}, /follows no redirects\.$/],
		[400, noRule, /^Check the fields/],
		[401, {}, /^Check the API key of the credential\.$/],
		[403, {}, /what this API key is allowed to do/],
		[404, noRule, CHECK_URL],
		[404, { notFoundMeans: 'wrongUrl' }, CHECK_URL],
		[405, {}, CHECK_URL],
		[407, {}, /^Check the proxy/],
		[407, { proxy: 'proxy.example.com:3128' }, /"Proxy"/],
		[408, {}, /^If this continues, contact the support/],
		[413, {}, /^Shorten the texts/],
		[429, {}, /^Wait a few minutes/],
		[500, {}, /^If this continues, contact the support/],
	])('of status %i with %j goes by both: %s', (status, more, advice) => {
		expect(adviceOf(status, more)).toMatch(advice);
	});

	test.each([
		[400, { ...noRule, body: { reason: 'No' } }],
		// The doubt has its own.
		[503, { isInDoubt: true }],
	])('of status %i with %j is none', (status, more) => {
		expect(adviceOf(status, more)).toBeUndefined();
	});
});

describe('the failure of a request', () => {
	const answer = (status: number, body: unknown = { message: 'No' }) => responded({ status, body });

	const notSent: Attempt = {
		...{ kind: 'noResponse', failure: 'notConnected' },
		...{ verdict: 'unreachable', problem: 'No connection' },
	};

	test.each<[claim: string, Failed, Failed['kind'], Failed['scope']]>([
		['400', failedBy(answer(400)), 'rejected', 'units'],
		['404', failedBy(answer(404)), 'rejected', 'units'],
		[
			'404 of a wrong URL',
			failedBy(answer(404), { notFoundMeans: 'wrongUrl' }),
			'rejected',
			'request',
		],
		[
			'an upsert answered 503, then 400',
			failedBy(answer(400), { isInDoubt: true }),
			'inDoubt',
			'units',
		],
		['success: false', failedBy(answer(200, { success: false })), 'rejected', 'request'],
		['401', failedBy(answer(401)), 'rejected', 'run'],
		['403', failedBy(answer(403)), 'rejected', 'request'],
		['407', failedBy(answer(407)), 'rejected', 'request'],
		['408', failedBy(answer(408), { isInDoubt: true }), 'inDoubt', 'request'],
		['429', failedBy(answer(429)), 'notSent', 'run'],
		['a request that was not sent', failedBy(notSent), 'notSent', 'request'],
		['503', failedBy(answer(503), { isInDoubt: true }), 'inDoubt', 'request'],
		['503 of a read', failedBy(answer(503), { idempotency: 'safe' }), 'notSent', 'request'],
	])('%s', (_claim, failed, kind, scope) => {
		expect(failed).toMatchObject({ kind, scope });
		expect(failed.doubt).toEqual(kind === 'inDoubt' ? DOUBT_TEXTS : undefined);
	});
});
