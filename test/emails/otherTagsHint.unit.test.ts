import { otherTagsHint } from '../../nodes/Mailroom/resources/email/listEmail';

const email = (subject: string, body: string) => ({
	subject,
	body,
	bodyFormat: 'markdown' as const,
});

test('many different texts of one length take no longer than others', async () => {
	const emails = Array.from({ length: 3_000 }, (_, n) =>
		email('News', `${'x'.repeat(100_000)}${1_000 + n}`),
	);
	const before = process.cpuUsage();
	await otherTagsHint(emails);

	// A set that has the texts as its members takes 20 s.
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
});
