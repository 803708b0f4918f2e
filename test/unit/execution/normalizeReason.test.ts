import {
	normalizeReason,
	withoutAddresses,
} from '../../../nodes/Mailroom/execution/normalizeReason';

test.each([
	['contacts[0].email is invalid', 'contacts[99].email is invalid'],
	['/contacts/0/email is invalid', '/contacts/12/email is invalid'],
	['There is no contact ada@example.com', 'There is no contact grace@example.org'],
	['"ada@example.com" is taken.', '"b@example.com" is taken.'],
	['contacts[0] is bad; contacts[1] is bad', 'contacts[5] is bad'],
	['', ''],
	['Request 6f1d0c2b9a is bad', 'Request 7e2f1c3b8d is bad'],
	[
		'trace 0b0c8a52-6d0e-4b0f-9a43-0f5e6b6f9f10: invalid list',
		'trace 7d9f2c11-aa02-4f6e-8a53-1f5e6b6f9f11: invalid list',
	],
	[
		'Bad at 2026-11-24T04:00:00.123Z (req_01HF7YAT31ZX8KQ4)',
		'Bad at 2026-11-24T04:00:01Z (req_01HF7YAT32QQ8KQ5)',
	],
])('%j and %j are the same reason', (one, other) => {
	expect(normalizeReason(one, 400)).toBe(normalizeReason(other, 400));
});

test.each([
	['there is no list "a"', 'there is no list "b"'],
	['contacts[0].email is invalid', 'contacts[0].name is invalid'],
	['customProperties.a1 is unknown', 'customProperties.a2 is unknown'],
	['User 1 is taken', 'User 2 is taken'],
	['property plan2024 is unknown', 'property plan2025 is unknown'],
	['No date: 2026-11-24', 'No date: 2026-11-25'],
	['contacts[0] is bad; contacts[1] is ugly', 'contacts[0] is bad'],
])('%j and %j are two reasons', (one, other) => {
	expect(normalizeReason(one, 400)).not.toBe(normalizeReason(other, 400));
});

test('another status is another reason', () => {
	expect(normalizeReason('Refused', 400)).not.toBe(normalizeReason('Refused', 422));
});

test.each([
	['There is no contact ada@example.com (status 404).', 'There is no contact … (status 404).'],
	['Is "ada@example.com", or (b@c.de)?', 'Is … or …'],
	['No address at all', 'No address at all'],
	['@@@', '…'],
])('without addresses %j is %j', (text, expected) => {
	expect(withoutAddresses(text)).toBe(expected);
});
