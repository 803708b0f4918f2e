import { apiKey } from '../../../credentials/apiKey';
import { UnusableCredential } from '../../../credentials/UnusableCredential';

const KEY = 'mr-live-5E0a9C7d41B8f236+/_~.=';

describe('the API key is the same however it was pasted', () => {
	test.each([
		KEY,
		` ${KEY}\n`,
		`\u00a0${KEY}\ufeff`,
		`"${KEY}"`,
		`'${KEY}'`,
		`“${KEY}”`,
		`Bearer ${KEY}`,
		`bearer\t${KEY}`,
		`"Bearer ${KEY}"`,
		`Bearer "${KEY}"`,
		`Authorization: Bearer ${KEY}`,
		`authorization:bearer ${KEY}\r\n`,
		`Bearer Bearer ${KEY}`,
		`${KEY.slice(0, 9)}\n${KEY.slice(9)}`,
		`${KEY.slice(0, 9)} \r\n\t ${KEY.slice(9)}`,
		`${KEY.slice(0, 9)}\u200b${KEY.slice(9)}`,
	])('%j', (typed) => {
		expect(apiKey({ apiKey: typed })).toBe(KEY);
	});

	test('and keeps a word or a quotation mark that belongs to it', () => {
		expect(apiKey({ apiKey: 'bearer-1' })).toBe('bearer-1');
		expect(apiKey({ apiKey: "o'key" })).toBe("o'key");
	});
});

describe('an API key is refused', () => {
	test.each([
		...['', ' \n', '""', 'Bearer', ' Bearer ', '"Bearer "', 'Authorization: Bearer', '\u200b'],
	])('when nothing is left of it: %j', (typed) => {
		expect(() => apiKey({ apiKey: typed })).toThrow(UnusableCredential);
		expect(() => apiKey({ apiKey: typed })).toThrow(/API Key of the credential is empty/);
	});

	test('when the credential has none', () => {
		expect(() => apiKey({})).toThrow(/is empty/);
	});

	test.each([`${KEY}\u2013x`, `${KEY}ü`, `${KEY}\u0000`])(
		'when it holds what no key can hold, without a word of it: %j',
		(typed) => {
			expect(() => apiKey({ apiKey: typed })).toThrow(/contains a character that no key has/);
			expect(() => apiKey({ apiKey: typed })).not.toThrow(KEY.slice(0, 8));
		},
	);

	test('in no time, however long it is', () => {
		const before = process.cpuUsage();
		for (const piece of [' ', '"', 'Bearer ', 'Authorization:', '\u200b', '" ']) {
			expect(() => apiKey({ apiKey: piece.repeat(20_000) })).toThrow(/is empty/);
		}
		expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000);
	});
});
