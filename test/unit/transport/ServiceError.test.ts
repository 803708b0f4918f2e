import { reasonOf } from '../../../nodes/Mailroom/transport/describeReason';
import { serviceError, ServiceError } from '../../../nodes/Mailroom/transport/ServiceError';
import type { FailedRequest } from '../../../nodes/Mailroom/transport/describeResponse';
import { verdictOf, type Attempt, type Responded } from '../../../nodes/Mailroom/transport/verdict';

const HTML = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>';
const DOUBT_TEXTS = {
	problem: 'The email may or may not have been sent',
	advice: 'Check before you send it again.',
};

const errorOf = (
	attempt: Attempt,
	{
		isInDoubt = false,
		notFoundMeans,
	}: { isInDoubt?: boolean; notFoundMeans?: 'done' | 'wrongUrl' } = {},
) =>
	serviceError(
		attempt,
		{ isInDoubt, doubtTexts: DOUBT_TEXTS, notFoundMeans },
		{
			route: { host: 'mail.example.com:8443' },
			redact: (text) => text.replaceAll('k3y', '***'),
		},
	);

const responded = (answer: Omit<Responded, 'kind' | 'verdict'>): Attempt => ({
	...{ kind: 'response', verdict: verdictOf(answer, 'nonIdempotent') },
	...answer,
});

const problemOf = (answer: Omit<Responded, 'kind' | 'verdict'>) =>
	errorOf(responded(answer)).message;

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
});

describe('the problem with an answer', () => {
	const advice = 'Check the API key of the credential';
	test.each<[status: number, body: unknown, ...shown: string[]]>([
		[400, { reason: 'No such list' }, 'No such list', '400'],
		[404, '', 'status 404'],
		[503, { message: 'Busy' }, '503', 'Busy'],
		[200, { success: false }, '200'],
		[200, { success: false, error: 'No such list' }, '200', 'No such list'],
		[401, {}, '401', advice],
		[401, { message: 'Key was disabled' }, '401', 'Key was disabled', advice],
		[
			429,
			{},
			'(status 429) for a minute. Wait a few minutes before the next request.',
			'too many requests',
		],
		[
			429,
			{ message: 'Slow down' },
			'a minute: Slow down. Wait a few minutes before the next request.',
		],
		[200, '{"success": tr', '200', 'could not be read'],
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
		{ proxy, body = {}, ...more }: { proxy?: string; body?: unknown } & Partial<FailedRequest> = {},
	) => {
		const request = { isInDoubt: false, rejectionAdvice: RULE, ...more };
		const route = { host: 'mail.example.com', proxy };
		const connection = { route, redact: (text: string) => text };
		return serviceError(responded({ status, body }), request, connection).details.advice;
	};

	test.each([400, 404, 409, 422])('of status %i is the rule of the operation', (status) => {
		expect(adviceOf(status)).toBe(RULE);
	});

	test('of a rejection with status 200 is the rule of the operation', () => {
		expect(adviceOf(200, { body: { success: false } })).toBe(RULE);
	});

	test.each<[status: number, advice: RegExp]>([
		[304, /^If this happens again, check the Base URL/],
		[401, /^Check the API key of the credential\.$/],
		[403, /what this API key is allowed to do/],
		[405, /^Check the Base URL of the credential\.$/],
		[407, /^Check the proxy/],
		[408, /^If this continues, contact the support/],
		[413, /^Shorten the texts/],
		[429, /^Wait a few minutes/],
		[500, /^If this continues, contact the support/],
		[200, /^If this happens again, check the Base URL/],
	])('of status %i goes by the status', (status, advice) => {
		expect(adviceOf(status)).toMatch(advice);
	});

	test('of a 503 is that on the doubt, if there is any', () => {
		const advice = adviceOf(503, { isInDoubt: true });
		expect(advice).toBeUndefined();
	});

	test('of a 404 without a rule, or of a wrong URL, is to check the Base URL', () => {
		const url = 'Check the Base URL of the credential.';
		expect(adviceOf(404, { rejectionAdvice: undefined })).toBe(url);
		expect(adviceOf(404, { notFoundMeans: 'wrongUrl' })).toBe(url);
	});

	test('of a 400 without a rule is nothing', () => {
		expect(adviceOf(400, { rejectionAdvice: undefined })).toBeUndefined();
	});

	test('of a 407 names the field of the proxy', () => {
		expect(adviceOf(407, { proxy: 'proxy.example.com:3128' })).toContain('"Proxy"');
	});
});

describe('the error of a request', () => {
	test.each([
		[401, true],
		[429, true],
		[400, false],
		[403, false],
		[404, false],
		[407, false],
		[503, false],
	])('of status %i ends the run: %p', (status, abortsRun) => {
		expect(errorOf(responded({ status, body: {} })).details.abortsRun).toBe(abortsRun);
	});

	const answer = (status: number, body: unknown = { message: 'No' }) => responded({ status, body });

	const notSent: Attempt = { kind: 'noResponse', verdict: 'unreachable', problem: 'No connection' };

	const contents: Array<
		[claim: string, error: ServiceError, rejects: ServiceError['details']['rejects']]
	> = [
		['400', errorOf(answer(400)), 'content'],
		['404', errorOf(answer(404)), 'content'],
		['404 of a wrong URL', errorOf(answer(404), { notFoundMeans: 'wrongUrl' }), 'all'],
		['an upsert answered 503, then 400', errorOf(answer(400), { isInDoubt: true }), 'content'],
		['success: false', errorOf(answer(200, { success: false })), 'request'],
		['401', errorOf(answer(401)), 'all'],
		['403', errorOf(answer(403)), 'all'],
		['408', errorOf(answer(408)), undefined],
		['429', errorOf(answer(429)), 'all'],
		['a request that was not sent', errorOf(notSent), undefined],
		['503', errorOf(answer(503), { isInDoubt: true }), undefined],
	];

	test.each(contents)('%s: what was rejected', (_claim, error, expected) => {
		expect(error).toBeInstanceOf(ServiceError);
		expect(error.details.rejects).toBe(expected);
	});
});
