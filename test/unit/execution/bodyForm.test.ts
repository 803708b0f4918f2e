import { bodyForm } from '../../../nodes/Mailroom/execution/bodyForm';

const contact = (fields: object) => ({ contacts: [{ email: 'ada@example.com', ...fields }] });

test.each([
	[{ name: 'Ada' }, { name: 'Grace' }],
	[{ customProperties: { seats: 1 } }, { customProperties: { seats: 2 } }],
	[{ name: undefined }, {}],
	[{ subscribedToLists: ['a'] }, { subscribedToLists: ['a'] }],
])('%j and %j are of one kind', (one, other) => {
	expect(bodyForm(contact(one))).toBe(bodyForm(contact(other)));
});

test.each([
	[{ name: 'Ada' }, {}],
	[{ customProperties: { seats: 1 } }, { customProperties: { seats: '1' } }],
	[{ customProperties: { seats: 1 } }, { customProperties: { plan: 1 } }],
	[{ subscribedToLists: ['a'] }, { subscribedToLists: ['b'] }],
	[{ subscribedToLists: ['a'] }, { subscribedToLists: [] }],
])('%j and %j are of two kinds', (one, other) => {
	expect(bodyForm(contact(one))).not.toBe(bodyForm(contact(other)));
});
