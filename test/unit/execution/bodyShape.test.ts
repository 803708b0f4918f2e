import { bodyShape } from '../../../nodes/Mailroom/execution/bodyShape';

const contact = (fields: object) => ({ contacts: [{ email: 'ada@example.com', ...fields }] });

test.each([
	[{ name: 'Ada' }, { name: 'Grace' }],
	[{ customProperties: { seats: 1 } }, { customProperties: { seats: 2 } }],
	[{ name: undefined }, {}],
	[{ subscribedToLists: ['a'] }, { subscribedToLists: ['a'] }],
])('%j and %j are of one shape', (one, other) => {
	expect(bodyShape(contact(one))).toBe(bodyShape(contact(other)));
});

test.each([
	[{ name: 'Ada' }, {}],
	[{ customProperties: { seats: 1 } }, { customProperties: { seats: '1' } }],
	[{ customProperties: { seats: 1 } }, { customProperties: { plan: 1 } }],
	[{ subscribedToLists: ['a'] }, { subscribedToLists: ['b'] }],
	[{ subscribedToLists: ['a'] }, { subscribedToLists: [] }],
])('%j and %j are of two shapes', (one, other) => {
	expect(bodyShape(contact(one))).not.toBe(bodyShape(contact(other)));
});
