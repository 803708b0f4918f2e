import { kindOf } from '../../../nodes/Mailroom/execution/kindOf';

const contact = (fields: object) => ({ contacts: [{ email: 'ada@example.com', ...fields }] });

test.each([
	[{ name: 'Ada' }, { name: 'Grace' }],
	[{ customProperties: { seats: 1 } }, { customProperties: { seats: 2 } }],
	[{ name: undefined }, {}],
	[{ subscribedToLists: ['a'] }, { subscribedToLists: ['a'] }],
])('%j and %j are of one kind', (one, other) => {
	expect(kindOf(contact(one))).toBe(kindOf(contact(other)));
});

test.each([
	[{ name: 'Ada' }, {}],
	[{ customProperties: { seats: 1 } }, { customProperties: { seats: '1' } }],
	[{ customProperties: { seats: 1 } }, { customProperties: { plan: 1 } }],
	[{ subscribedToLists: ['a'] }, { subscribedToLists: ['b'] }],
	[{ subscribedToLists: ['a'] }, { subscribedToLists: [] }],
])('%j and %j are of two kinds', (one, other) => {
	expect(kindOf(contact(one))).not.toBe(kindOf(contact(other)));
});
