import { mostInASecond } from '../../sandbox/traffic/mostInASecond';
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
