import { mostInASecond } from '../../sandbox/traffic/mostInASecond';
import { RequestLimit } from '../../sandbox/traffic/RequestLimit';
import { openSandbox } from '../support/openSandbox';

const content = { subject: 'Hi', body: 'Hi', bodyFormat: 'markdown' };

test('any 11 accepted requests span at least a second, whatever their key; the others get 429 and nothing happens', async () => {
	const { sandbox, api, anonymous } = await openSandbox({ limit: 10 });
	sandbox.keys.push('second-key');
	const headers = { Authorization: 'Bearer second-key' };
	const accepted = () => sandbox.journal.filter(({ status }) => status === 200);
	let sent = 0;
	while (accepted().length < 20) {
		const email = { ...content, to: `contact${(sent += 1)}@example.com` };
		const answers = await Promise.all([
			api.post('/email/transactional', email),
			anonymous.post('/email/transactional', email, { headers }),
		]);
		for (const { status } of answers) expect([200, 429]).toContain(status);
	}
	await sandbox.close();

	const moments = accepted().map(({ at }) => at);
	expect(mostInASecond(moments)).toBeLessThanOrEqual(10);
	expect(sandbox.store.mails).toHaveLength(moments.length);
	expect(sandbox.journal.filter(({ acted }) => acted)).toEqual(accepted());
});

test.each([
	['sliding', 1999, false],
	['sliding', 2900, true],
	['fixed', 1999, false],
	['fixed', 2000, true],
] as const)(
	'in a %s window, a request at %i ms after two at 1900 ms has room: %s',
	(window, at, room) => {
		const limit = new RequestLimit({ limit: 2, window });
		limit.count(1900);
		limit.count(1900);
		expect(limit.hasRoom(at)).toBe(room);
	},
);
