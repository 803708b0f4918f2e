import { sharedGate } from '../../../nodes/Mailroom/transport/sharedGate';

const ADDRESS = 'https://mail.example.com/v1';

test('is one gate for everything that uses the same service with the same key', () => {
	expect(sharedGate(ADDRESS, 'key')).toBe(sharedGate(ADDRESS, 'key'));
});

test.each([
	['key', ADDRESS, 'other'],
	['service', 'https://mail.example.org/v1', 'key'],
	['port', 'https://mail.example.com:8443/v1', 'key'],
])('is another gate for another %s', (_what, address, key) => {
	expect(sharedGate(address, key)).not.toBe(sharedGate(ADDRESS, 'key'));
});

test('is not kept under the key itself', () => {
	const set = jest.spyOn(Map.prototype, 'set');
	sharedGate(ADDRESS, 'a-key-that-nobody-keeps');
	const kept = set.mock.calls.map(([name]) => name);
	set.mockRestore();

	expect(kept).toHaveLength(1);
	expect(kept[0]).not.toContain('a-key-that-nobody-keeps');
});
