import { shown } from '../../nodes/Mailroom/wording';

const circular: { self?: object } = {};
circular.self = circular;

test.each([
	[' two\r\n\tlines ', '" two lines "'],
	['Ada <ada@>', '"Ada ‹ada@›"'],
	[NaN, '"NaN"'],
	[5n, '"5"'],
	[null, '"null"'],
	[undefined, '"undefined"'],
	[{ names: ['Ada'] }, '"{"names":["Ada"]}"'],
	[{ id: 5n }, '"{"id":"5"}"'],
	[circular, '"[object Object]"'],
	[{ toJSON: () => undefined }, '"[object Object]"'],
	['x'.repeat(80), `"${'x'.repeat(80)}"`],
	['x'.repeat(81), `"${'x'.repeat(80)}…"`],
])('shows %p as %s', (value, text) => {
	expect(shown(value)).toBe(text);
});
