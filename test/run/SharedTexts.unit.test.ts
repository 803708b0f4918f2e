import { SharedTexts } from '../../nodes/Mailroom/execution/SharedTexts';

const text = (end: string) => 'x'.repeat(20_000) + end;

test('equal texts are kept once, wherever they come', () => {
	const texts = new SharedTexts();
	const ends = ['a', 'b', 'a', 'a', 'b', '\ud800', '\ud801', '\ufffd', '\ud800'];

	expect(ends.map((end) => texts.share(text(end)))).toEqual(ends.map(text));
	// Only their memory distinguishes equal texts.
	expect((Object(texts).byHash as Map<string, string>).size).toBe(3);
});

test('many texts of one length take no longer than others', () => {
	const texts = new SharedTexts();
	const before = process.cpuUsage();
	for (let number = 1_000; number < 4_000; number++) texts.share(`${'x'.repeat(30_000)}${number}`);

	// A map that has the texts as its keys takes 15 s.
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(4_000);
});
