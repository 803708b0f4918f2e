import { keepTags, tagsIn } from '../../../nodes/Mailroom/parameters/tags';

const COUNT = 50_000;

/** Quadratic work takes minutes of the processor here, linear work a fraction of a second. */
describe('personalization tags are found in no time in', () => {
	test.each([
		['escaped brackets', '\\{{', 0],
		['backslashes', '\\\\', 0],
		['backslashes before brackets', '\\\\\\\\{{a}}', COUNT],
		['tags', '{{firstName}} ', COUNT],
		['tags with a filter', '{{firstName | "you"}}', COUNT],
		['quotation marks', '{{ "\'', 0],
		['open brackets', '{{', 0],
		['closing brackets', '}}', 0],
		['tags with another value', '{{ firstName ?? "you" }}', COUNT],
		['marks of other values', '{{ a ?? ', 0],
	])('many %s', (_what, piece, tags) => {
		const text = piece.repeat(COUNT);
		const begin = process.cpuUsage();

		expect(tagsIn(text)).toHaveLength(tags);
		expect(keepTags(text).length).toBeGreaterThanOrEqual(text.length);
		expect(process.cpuUsage(begin).user / 1000).toBeLessThan(4000);
	});
});

describe('backslashes before brackets count from where the piece of text begins', () => {
	test.each([
		['\\{{a}} {{b}}', ['{{b}}']],
		['\\\\{{a}}', ['{{a}}']],
		['\\\\\\{{a}} {{b}}', ['{{b}}']],
		['{{a}}\\{{b}}{{c}}', ['{{a}}', '{{c}}']],
		['{{a}}\\\\{{b}}', ['{{a}}', '{{b}}']],
	])('%s', (text, tags) => {
		expect(tagsIn(text)).toEqual(tags);
	});
});
