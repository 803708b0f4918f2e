import { SharedTexts } from '../../../nodes/Mailroom/execution/SharedTexts';

const text = (end: string) => 'x'.repeat(20_000) + end;

/** Texts that are equal are told apart only by the memory that they take. */
const hashed = () => {
	const texts = new SharedTexts();
	const all = ['a', 'b', 'a', 'a', 'b'].map((end) => texts.share(text(end)));
	const known: Map<string, string> = Object(texts).byHash;
	return { all, count: known.size };
};

test('equal texts are kept once, wherever they come', () => {
	const { all, count } = hashed();
	expect(all).toEqual(['a', 'b', 'a', 'a', 'b'].map(text));
	expect(count).toBe(2);
});

test.each([undefined, null, 7, true, '', 'short', ['a'], { a: 1 }])(
	'%j comes out as it is',
	(one) => {
		expect(new SharedTexts().share(one)).toBe(one);
	},
);

test('texts that are no valid Unicode stay as they are', () => {
	const texts = new SharedTexts();
	const all = ['\ud800', '\ud801', '\ufffd', '\ud800'].map(text);
	expect(all.map((one) => texts.share(one))).toEqual(all);
});

test('many texts of one length take no longer than others', () => {
	const texts = new SharedTexts();
	const before = process.cpuUsage();
	for (let number = 1_000; number < 4_000; number++) texts.share(`${'x'.repeat(30_000)}${number}`);

	// A map that has the texts as its keys takes 15 s.
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(4_000);
});
