import { completeKey } from '../../../nodes/Mailroom/parameters/sendOnceKey';
import { evaluate } from '../evaluate';
import { messageOf } from './invalid';

const item = {
	id: 7,
	slug: 'null-safety-course',
	word: 'undefined',
	made: 'order-undefined',
	madeOfNull: 'null-2026',
	nothing: null,
	object: { a: 1 },
	empty: '',
};

/** The key, as the field reads it. */
const keyOf = (entered: unknown, read = () => entered) =>
	completeKey({ label: 'Key', entered, read, evaluate: (part) => evaluate(part, item) });

test.each([
	['welcome', 'welcome'],
	['  welcome ', 'welcome'],
	['null', 'null'],
	['order-undefined', 'order-undefined'],
	['=welcome', 'welcome'],
	['={{ $json.id }}', '7'],
	['=order-{{ $json.id }}', 'order-7'],
	['={{ $json.id }}-{{ $json.id + 1 }}', '7-8'],
	['= {{ "order" }} {{ 0 }} ', 'order 0'],
	['={{ $json.slug }}', 'null-safety-course'],
	['=course {{ $json["slug"] }}', 'course null-safety-course'],
	['={{ $json.slug.toUpperCase() }}', 'NULL-SAFETY-COURSE'],
	['={{ "nullable " + $json.id }}', 'nullable 7'],
	['=a \\{{ $json.id }}', 'a \\{{ $json.id }}'],
	['cafe\u0301', 'caf\u00e9'],
])('%j is the key %j', (entered, key) => {
	expect(keyOf(entered)).toBe(key);
});

test.each([
	['=order-{{ $json.missing }}', '{{ $json.missing }}'],
	['=order-{{ $json.nothing }}', '{{ $json.nothing }}'],
	['=order-{{ $json.empty }}-{{ $json.id }}', '{{ $json.empty }}'],
	['={{ $json.id }}-{{ $json.word }}', '{{ $json.word }}'],
	['=order-{{ $json.object }}', '{{ $json.object }}'],
	['={{ $json.made }}', '{{ $json.made }}'],
	['=key {{ $json.madeOfNull }}', '{{ $json.madeOfNull }}'],
	['={{ "order-" + $json.missing }}', '{{ "order-" + $json.missing }}'],
	['={{ $json.slug }} {{ "a-" + $json.nothing }}', '{{ "a-" + $json.nothing }}'],
	['={{ "order-".concat($json.object) }}', '{{ "order-".concat($json.object) }}'],
	['=order {{orderId}}', '{{orderId}}'],
	['=on {{ DateTime.fromISO("never") }}', '{{ DateTime.fromISO("never") }}'],
])('%j is incomplete: %s', (entered, hole) => {
	expect(messageOf(() => keyOf(entered))).toContain(`is incomplete: ${hole} has no value`);
});

test.each(['', '  ', '={{ $json.missing }}', '={{ "" }}', '= ', '='])('%j is empty', (entered) => {
	expect(messageOf(() => keyOf(entered))).toMatch(/^"Key" is empty for this item/);
});

describe('of options that are one expression', () => {
	test.each(['order-undefined', 'a null b', '[object Object]', 'null'])(
		'%j is incomplete',
		(key) => {
			expect(messageOf(() => keyOf(undefined, () => key))).toContain('is incomplete');
		},
	);

	test('a complete key is one, and none is none', () => {
		expect(keyOf(undefined, () => 'order-7')).toBe('order-7');
		expect(keyOf(undefined)).toBeUndefined();
	});
});
