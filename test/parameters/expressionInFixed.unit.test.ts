import { evaluatorOf } from '../../nodes/Mailroom/parameters/evaluator';
import { InvalidParameter } from '../../nodes/Mailroom/parameters/InvalidParameter';

/** Label of the place where a fixed value holds an expression. */
const placeOfExpression = (raw: unknown) => {
	try {
		evaluatorOf(raw, 'Field');
		return undefined;
	} catch (error) {
		if (error instanceof InvalidParameter) return /^"(.*)" contains/.exec(error.problem)?.[1];
		throw error;
	}
};

test.each([
	...['Hello {{ $json.name }}', '{{$json.name}}', '{{ $("Customers").item.json.name }}'],
	...["{{ $('Customers').first().json.name }}", '{{ $json["first name"] }}'],
	...['{{ $now.plus(1, "day") }}', '{{ "Dear " + $json.name }}', '{{ JSON.stringify($json) }}'],
	...['{{ firstName }} and {{ $json.name }}', '{{ never closed, and {{ $json.name }}'],
	...['{{\n\t$json.name\n}}', '<p style="color: {{ $json.color }}">', 'a {{ $_x }}'],
	...["{{ 'It\\'s ready, ' + $json.name + '!' }}", "{{ it's $json.name }}"],
])('an expression in a fixed text is found: %j', (text) => {
	expect(placeOfExpression(text)).toBe('Field');
});

test.each([
	...['', 'Hello', '{{firstName}}', '{{ firstName | "friend" }}'],
	...['{{ firstName | default: "$pro" }}', "{{ price | prepend: '$' | append: '$json' }}"],
	...['{{ price | prepend: "$5" }}', 'It costs $5, {{ firstName }}, and $json is a word'],
	...['$json.name', '{ $json.name }', '${ $json.name }', '{{ $5 }}', '{{ US$ }}', '}} $json {{'],
	...['={{ $json.name }}', '=Hello {{ $json.name }}'],
])('no expression is in %j', (text) => {
	expect(placeOfExpression(text)).toBeUndefined();
});

const fixed = '{{ $json.x }}';
const expression = `=${fixed}`;
const assigned = (...entries: Array<[name: string, value: string]>) => ({
	assignments: entries.map(([name, value]) => ({ id: '1', name, type: 'string', value })),
});

test.each<[raw: unknown, place: string | undefined]>([
	[['a', fixed], 'Field'],
	[{ __rl: true, mode: 'name', value: fixed }, 'Field'],
	[assigned(['a', 'b'], ['plan', fixed]), 'Field > plan'],
	[assigned([fixed, 'a']), 'Field'],
	[assigned([expression, fixed]), 'Field'],
	[{ plan: fixed }, 'Field'],
	// Nothing else is checked.
	[{ __rl: true, mode: 'list', value: 'a', cachedResultName: fixed }, undefined],
	[[expression, 1, true, null, undefined], undefined],
	[assigned([expression, expression]), undefined],
	...[undefined, null, 7, false].map((other): [unknown, undefined] => [other, undefined]),
])('in %j the fixed text of %s holds an expression', (raw, place) => {
	expect(placeOfExpression(raw)).toBe(place);
});

test('a long fixed text with many braces takes no time', () => {
	const started = process.cpuUsage();
	for (const part of ['{', '{{', '{{ "', '{{ $', '}}']) placeOfExpression(part.repeat(50_000));
	expect(process.cpuUsage(started).user / 1000).toBeLessThan(2_000);
});
