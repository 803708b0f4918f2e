import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { completeKey } from '../../nodes/Mailroom/neverTwice/key/completeKey';
import { sendOnceProperties } from '../../nodes/Mailroom/neverTwice/key/options';
import { formOf } from '../support/formOf';
import { messageOf } from '../support/readerTests';

const item = {
	id: 7,
	email: 'max.null@example.com',
	slug: 'nullable-course',
	id64: 'x7NaN3',
	word: 'undefined',
	made: 'order-undefined',
	madeOfNull: 'null-2026',
	nothing: null,
	object: { a: 1 },
	empty: '',
};

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	options: sendOnceProperties({ placeholder: '' }).map((property) => ({
		...property,
		displayName: 'Key',
	})),
};

const keyIn = (entered: unknown, json: IDataObject = item) =>
	completeKey(formOf([options], { options: entered }, json).inside('options'), 'sendOnceKey');

/** The key, as the field reads it. */
const keyOf = (sendOnceKey: string) => keyIn({ sendOnceKey });

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
	['={{ $json.slug }}', 'nullable-course'],
	['=order {{ $json["id64"] }}', 'order x7NaN3'],
	['={{ "nullable " + $json.id }}', 'nullable 7'],
	['=a \\{{ $json.id }}', 'a \\{{ $json.id }}'],
	['cafe\u0301', 'caf\u00e9'],
	// The value of an expression counts, not its text.
	['=welcome {{ $json.email }}', 'welcome max.null@example.com'],
	['=welcome {{ "ops@undefined.example" }}', 'welcome ops@undefined.example'],
	['={{ $json.made }}', 'order-undefined'],
	['=key {{ $json.madeOfNull }}', 'key null-2026'],
	['={{ "Null" }}', 'Null'],
	['={{ false }}', 'false'],
	['={{ [$json.id, [1, 2]] }}', '7,1,2'],
	['=on {{ new Date(0) }}', 'on 1970-01-01T00:00:00.000Z'],
	['=on {{ DateTime.fromMillis(0, { zone: "utc" }) }}', 'on 1970-01-01T00:00:00.000Z'],
])('%j is the key %j', (entered, key) => {
	expect(keyOf(entered)).toBe(key);
});

test.each([
	['=order-{{ $json.missing }}', '{{ $json.missing }}'],
	['=order-{{ $json.nothing }}', '{{ $json.nothing }}'],
	['=order-{{ $json.empty }}-{{ $json.id }}', '{{ $json.empty }}'],
	['={{ $json.id }}-{{ $json.word }}', '{{ $json.word }}'],
	['=order-{{ $json.object }}', '{{ $json.object }}'],
	['=order-{{ "" + $json.nothing }}', '{{ "" + $json.nothing }}'],
	['=order {{ $json.missing - 1 }}', '{{ $json.missing - 1 }}'],
	['={{ "order-".concat($json.object) }}', '{{ "order-".concat($json.object) }}'],
	['=order {{orderId}}', '{{orderId}}'],
	['=on {{ DateTime.fromISO("never") }}', '{{ DateTime.fromISO("never") }}'],
	['={{ [$json.missing, $json.id] }}', '{{ [$json.missing, $json.id] }}'],
	['={{ $json.id / 0 }}', '{{ $json.id / 0 }}'],
	['={{ $json.object }}', '{{ $json.object }}'],
	['={{ [$json.id, $json.object] }}', '{{ [$json.id, $json.object] }}'],
	['={{ [$json.id, new Map()] }}', '{{ [$json.id, new Map()] }}'],
	['=a {{ [] }}', '{{ [] }}'],
	['={{ new Map([[1, 2]]) }}', '{{ new Map([[1, 2]]) }}'],
	['={{ "of " + new Map() }}', '{{ "of " + new Map() }}'],
	['={{ new Set([1]) }}', '{{ new Set([1]) }}'],
	['={{ Symbol("x") }}', '{{ Symbol("x") }}'],
	['=on {{ new Date("x") }}', '{{ new Date("x") }}'],
	['=on {{ DateTime.invalid("x") }}', '{{ DateTime.invalid("x") }}'],
	[
		'=on {{ DateTime.fromISO("never").toFormat("yyyy") }}',
		'{{ DateTime.fromISO("never").toFormat("yyyy") }}',
	],
])('%j is incomplete: %s', (entered, hole) => {
	expect(messageOf(() => keyOf(entered))).toContain(
		`"Key" is incomplete: ${hole} has no value. Different emails`,
	);
});

test.each([
	...['', '  ', '={{ $json.missing }}', '={{ "" }}', '= ', '='].map((entered) => [
		{ sendOnceKey: entered },
		/^"Key" is empty for this item/,
	]),
	[{ sendOnceKey: '=order {{ $json.id }' }, /^"Key" has "{{" without "}}"\. Close the expression$/],
	[{ sendOnceKey: '=order-{{ 2 ** 60 }}' }, /more digits/],
	[{ sendOnceKey: 'order-{{ $json.id }}' }, /is set to Fixed/],
	...['receipt {{ orderId }}', '{{', 'a {{b'].map((entered) => [
		{ sendOnceKey: entered },
		/^"Key" contains \{\{ but is set to Fixed, so all emails would have the same key\. Switch/,
	]),
	[
		{ sendOnceKey: '=order-{{ $json.id }} }}' },
		/^"Key" contains \}\} without \{\{\. Delete the extra/,
	],
] as Array<[entered: unknown, message: RegExp]>)('%j is an error: %s', (entered, message) => {
	expect(messageOf(() => keyIn(entered))).toMatch(message);
});
