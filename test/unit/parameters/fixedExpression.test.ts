import { evaluatorOf } from '../../../nodes/Mailroom/parameters/evaluator';
import { InvalidParameter } from '../../../nodes/Mailroom/parameters/InvalidParameter';

/** Label of the place where a fixed value holds an expression. */
const place = (raw: unknown) => {
	try {
		evaluatorOf(raw, 'Field');
		return undefined;
	} catch (error) {
		if (error instanceof InvalidParameter) return error.parameter;
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
])('finds the expression in %j', (text) => {
	expect(place(text)).toBe('Field');
});

test.each([
	...['', 'Hello', '{{firstName}}', '{{ firstName | "friend" }}'],
	...['{{ firstName | default: "$pro" }}', "{{ price | prepend: '$' | append: '$json' }}"],
	...['{{ price | prepend: "$5" }}', 'It costs $5, {{ firstName }}, and $json is a word'],
	...['$json.name', '{ $json.name }', '${ $json.name }', '{{ $5 }}', '{{ US$ }}', '}} $json {{'],
	...['={{ $json.name }}', '=Hello {{ $json.name }}'],
])('finds none in %j', (text) => {
	expect(place(text)).toBeUndefined();
});

test('looks at what lists, resource locators and assignments hold', () => {
	const fixed = '{{ $json.x }}';
	const assignment = (name: unknown, value: unknown) => ({ id: '1', name, type: 'string', value });

	expect(place(['a', fixed])).toBe('Field');
	expect(place({ __rl: true, mode: 'name', value: fixed })).toBe('Field');
	expect(place({ assignments: [assignment('a', 'b'), assignment('plan', fixed)] })).toBe(
		'Field > plan',
	);
	expect(place({ assignments: [assignment(fixed, 'a')] })).toBe('Field');
	expect(place({ assignments: [assignment('={{ $json.name }}', fixed)] })).toBe('Field');
	expect(place({ plan: fixed })).toBe('Field');
});

test('looks at nothing else', () => {
	const expression = '={{ $json.x }}';

	expect(place({ __rl: true, mode: 'list', value: 'a', cachedResultName: '{{ $json.x }}' })).toBe(
		undefined,
	);
	expect(place([expression, 1, true, null, undefined])).toBeUndefined();
	expect(place({ assignments: [{ name: expression, value: expression }] })).toBeUndefined();
	for (const other of [undefined, null, 7, false]) expect(place(other)).toBeUndefined();
});

test('takes a long text with many braces in its stride', () => {
	const started = process.cpuUsage();
	for (const part of ['{', '{{', '{{ "', '{{ $', '}}']) place(part.repeat(50_000));
	expect(process.cpuUsage(started).user / 1000).toBeLessThan(2_000);
});
