import { contactUpdate } from '../../../../nodes/Mailroom/resources/contact/update';
import { formOf } from '../../formOf';
import { messageOf } from '../../parameters/readerTests';

const propertiesSent = (set: object, removed?: string[]) =>
	JSON.stringify(
		contactUpdate.read(
			formOf(contactUpdate.properties, {
				email: 'ada@example.com',
				customProperties: set,
				updateFields: { name: 'Ada', removeCustomProperties: removed },
			}),
		).customProperties,
	);

test('names of lists that differ in case are two lists', () => {
	const updateFields = { addToLists: 'newsletter', removeFromLists: 'Newsletter' };
	const form = formOf(contactUpdate.properties, { email: 'ada@example.com', updateFields });
	expect(contactUpdate.read(form)).toMatchObject({
		addedListSubscripitons: ['newsletter'],
		removedListSubscripitons: ['Newsletter'],
	});
});

describe('properties to remove', () => {
	test('are sent as null, beside those that are set', () => {
		expect(propertiesSent({ plan: 'pro' }, ['seats'])).toBe('{"plan":"pro","seats":null}');
		expect(propertiesSent({}, ['seats'])).toBe('{"seats":null}');
	});

	test('change nothing when there are none', () => {
		expect(propertiesSent({ plan: 'pro' })).toBe('{"plan":"pro"}');
		expect(propertiesSent({})).toBeUndefined();
	});

	test('must not be set at the same time', () => {
		expect(messageOf(() => propertiesSent({ plan: 'pro' }, ['seats', 'plan']))).toBe(
			'"Remove Custom Properties" names "plan", which is also in "Custom Properties". Choose one of the two',
		);
	});

	test.each(['__proto__', 'constructor', 'toString'])('may be called %s', (name) => {
		const set = JSON.parse(`{"${name}":"x"}`) as object;
		expect(propertiesSent(set, ['plan'])).toBe(`{"${name}":"x","plan":null}`);
		expect(propertiesSent({ plan: 'x' }, [name])).toBe(`{"plan":"x","${name}":null}`);
		expect(messageOf(() => propertiesSent(set, [name]))).toContain(`"${name}"`);
	});
});
