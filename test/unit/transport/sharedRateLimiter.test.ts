import { sharedRateLimiter } from '../../../nodes/Mailroom/transport/sharedRateLimiter';

const ADDRESS = 'https://mail.example.com/v1';

test('is one limiter for everything that uses the same service with the same key', () => {
	expect(sharedRateLimiter(ADDRESS, 'key')).toBe(sharedRateLimiter(ADDRESS, 'key'));
});

test.each([
	['key', ADDRESS, 'other'],
	['service', 'https://mail.example.org/v1', 'key'],
	['port', 'https://mail.example.com:8443/v1', 'key'],
])('is another limiter for another %s', (_what, address, key) => {
	expect(sharedRateLimiter(address, key)).not.toBe(sharedRateLimiter(ADDRESS, 'key'));
});

test('is not kept under the key itself', () => {
	const set = jest.spyOn(Map.prototype, 'set');
	sharedRateLimiter(ADDRESS, 'a-key-that-nobody-keeps');
	const kept = set.mock.calls.map(([name]) => name);
	set.mockRestore();

	expect(kept).toHaveLength(1);
	expect(kept[0]).not.toContain('a-key-that-nobody-keeps');
});
