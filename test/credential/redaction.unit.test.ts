import { redactResponse, redactText, secretOf } from '../../nodes/Mailroom/transport/redaction';

const KEY = 'mr/live+5E0a9C7d41B8f236=';
const SECRET = secretOf(KEY);

describe('the API key is taken out of a text', () => {
	test.each([
		[`The key ${KEY} has expired`, 'The key *** has expired'],
		[`${KEY}${KEY}`, '******'],
		['{"key":"mr\\/live+5E0a9C7d41B8f236="}', '{"key":"***"}'],
		['nothing of it', 'nothing of it'],
		['100 %25 &amp; more \\/ of nothing', '100 %25 &amp; more \\/ of nothing'],
	])('%s', (text, expected) => {
		expect(redactText(text, SECRET)).toBe(expected);
	});

	test.each([
		['live~k"y!1\\2', 'live~k"y!1\\2 {"key":"live~k\\"y!1\\\\2"}', '*** {"key":"***"}'],
		['key', 'No key', 'No ***'],
	])('that is %s', (key, text, expected) => {
		expect(redactText(text, secretOf(key))).toBe(expected);
	});
});

describe('the API key is taken out of an answer', () => {
	test('wherever a text stands in it, names included', () => {
		const answer: unknown = JSON.parse(
			JSON.stringify({
				data: [{ email: 'ada@example.com', note: `a ${KEY} b`, tags: [KEY, 1, null, true] }],
				[`header ${KEY}`]: { deep: [[{ authorization: `Bearer ${KEY}` }]] },
			}),
		);
		redactResponse(answer, SECRET);

		expect(answer).toEqual({
			data: [{ email: 'ada@example.com', note: 'a *** b', tags: ['***', 1, null, true] }],
			'header ***': { deep: [[{ authorization: 'Bearer ***' }]] },
		});
	});

	test('that is a number', () => {
		const answer = { key: 12345678, other: 123456789 };
		redactResponse(answer, secretOf('12345678'));

		expect(answer).toEqual({ key: '***', other: 123456789 });
	});

	test('of any depth', () => {
		const depth = 50_000;
		const answer: unknown = JSON.parse(`${'['.repeat(depth)}"${KEY}"${']'.repeat(depth)}`);
		redactResponse(answer, SECRET);

		let inside = answer;
		while (Array.isArray(inside)) [inside] = inside as unknown[];
		expect(inside).toBe('***');
	});

	test('whose fields are called as an object calls its own', () => {
		const answer: unknown = JSON.parse(`{"__proto__":{"a":"${KEY}"},"constructor":"${KEY}"}`);
		redactResponse(answer, SECRET);

		expect(JSON.stringify(answer)).toBe('{"__proto__":{"a":"***"},"constructor":"***"}');
	});

	test.each([undefined, null, 'text', 1, '<html>'])('and %j is no answer', (body) => {
		expect(() => redactResponse(body, SECRET)).not.toThrow();
	});

	test('but not an API key so short that it may be a word', () => {
		const answer = { data: { name: 'Monkey Key' } };
		redactResponse(answer, secretOf('Key'));

		expect(answer).toEqual({ data: { name: 'Monkey Key' } });
	});

	test('of a hundred contacts in no time', () => {
		const contact = Object.fromEntries(
			Array.from({ length: 30 }, (_, index) => [`field${index}`, 'x'.repeat(200)]),
		);
		const answer = { data: Array.from({ length: 100 }, () => ({ ...contact })) };
		const begin = process.cpuUsage();
		redactResponse(answer, SECRET);

		expect(process.cpuUsage(begin).user / 1000).toBeLessThan(1000);
	});
});
